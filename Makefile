# `make run` starts the site, `make test` tests it; both work from a fresh clone with python3 and make.
PYTHON ?= python3
VENV := .venv/bin

.PHONY: help run demo test check format lock bench fire load soak nightly shots lighthouse clean

help:
	@echo "make run     start the site: virtual environment, database, static files, web, workers, beat (HALL=1: for the hall's network)"
	@echo "make demo    create a demo club with players, games and tournaments"
	@echo "make test    run all checks and all tests, with every service they need"
	@echo "make check   run linter, type checks, import contracts and fast tests (before every commit)"
	@echo "make format  format the code and fix lint errors with ruff"
	@echo "make bench   run the benchmarks of engines and site, each compared with a simpler reference"
	@echo "make fire    run the fault-injection tests: kill, starve and overload a real site (CASES=name, docs/reliability.md)"
	@echo "make load    run the load test: players play by API on a production-like site (PLAYERS, GAMES, SECONDS, STORED)"
	@echo "make soak    run the soak test: AI games in all variants, checked for memory, file and queue growth (MINUTES=10)"
	@echo "make nightly run the long tests: model-based tests, schemathesis, malformed input, fire and soak (SEED, MINUTES=10)"
	@echo "make shots   take screenshots of the pages with Chromium"
	@echo "make lighthouse  run Lighthouse on the main pages as a phone; a score below 100 fails"
	@echo "make lock    update the lock files from requirements/*.in and package.json"
	@echo "make clean   delete build output and caches (never the data)"

run:
	@$(PYTHON) config/bootstrap.py runtime
	@$(VENV)/python -m config.embedded.launcher

demo:
	@$(PYTHON) config/bootstrap.py runtime
	@$(VENV)/python manage.py migrate --noinput --verbosity=0
	@$(VENV)/python manage.py demo

test:
	@$(PYTHON) config/bootstrap.py dev
	@$(VENV)/python -m tests.services.run all

check:
	@$(PYTHON) config/bootstrap.py dev
	@$(VENV)/python -m tests.services.run check

format:
	@$(PYTHON) config/bootstrap.py dev
	$(VENV)/ruff check --fix --quiet .
	$(VENV)/ruff format --quiet .
	$(VENV)/djhtml --tabwidth 2 frontend/templates

lock:
	@$(PYTHON) config/bootstrap.py dev
	$(VENV)/uv pip compile --universal --quiet --no-header --no-annotate --python-version 3.11 --generate-hashes --upgrade requirements/dev.in -o requirements/dev.txt
	$(VENV)/uv pip compile --universal --quiet --no-header --no-annotate --python-version 3.11 --generate-hashes requirements/runtime.in -c requirements/dev.txt -o requirements/runtime.txt
	$(VENV)/uv pip compile --universal --quiet --no-header --no-annotate --python-version 3.11 --generate-hashes requirements/compile.in -c requirements/dev.txt -o requirements/compile.txt
	$(VENV)/uv pip compile --universal --quiet --no-header --no-annotate --python-version 3.11 --generate-hashes requirements/load.in -c requirements/dev.txt -o requirements/load.txt
	npm install --package-lock-only
	npm install --package-lock-only --prefix tests/lighthouse

shots:
	@$(PYTHON) config/bootstrap.py dev
	$(VENV)/pytest tests/frontend/shots.py
	@echo "Screenshots are in build/shots/"

lighthouse:
	@$(PYTHON) config/bootstrap.py dev
	@$(VENV)/python -m config.compiler
	@$(VENV)/python -m tests.lighthouse

bench:
	@$(PYTHON) config/bootstrap.py dev
	@$(VENV)/python -m config.compiler
	@$(VENV)/python -m tests.bench.chess_perft
	@$(VENV)/python -m tests.bench.engines rules --seconds 0.2
	@$(VENV)/python -m tests.bench

fire:
	@$(PYTHON) config/bootstrap.py dev
	@$(VENV)/python -m config.compiler
	@$(VENV)/python -m tests.fire $(CASES)

# Defaults; use for example `make load PLAYERS=50 GAMES=200` on a small or busy machine.
PLAYERS ?= 500
GAMES ?= 2000
SECONDS ?= 60
STORED ?= 1000 100000
MINUTES ?= 10

load:
	@$(PYTHON) config/bootstrap.py load
	@$(VENV)/python -m config.compiler
	@$(VENV)/python -m tests.load --players $(PLAYERS) --games $(GAMES) --seconds $(SECONDS) --stored $(STORED)

soak:
	@$(PYTHON) config/bootstrap.py dev
	@$(VENV)/python -m config.compiler
	@$(VENV)/python -m tests.load.soak --minutes $(MINUTES)

# The seed is printed; `make nightly SEED=7` repeats a failure.
nightly:
	@$(PYTHON) config/bootstrap.py dev
	@$(VENV)/python -m config.compiler
	@$(VENV)/python -m tests.nightly --minutes $(MINUTES) $(if $(SEED),--seed $(SEED)) $(PARTS)

clean:
	rm -rf build test-results node_modules tests/lighthouse/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
