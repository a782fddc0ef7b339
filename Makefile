# Asterism. `make run` serves the site, `make test` proves it; both work from a fresh clone with python3 and make.
PYTHON ?= python3
VENV := .venv/bin

.PHONY: help run demo test check format lock bench fire load soak nightly shots lighthouse clean

help:
	@echo "make run     serve the site from nothing: environment, database, static files, web, workers, beat"
	@echo "make demo    fill the site with a believable club"
	@echo "make test    run all checks and all tests, with every service they need"
	@echo "make check   lint, types, contracts and the fast tests, for every commit"
	@echo "make format  put the code in shape"
	@echo "make bench   measure the engines and the site, each beside something plainer"
	@echo "make fire    kill, starve and flood a real site, and see that nothing is lost (docs/reliability.md)"
	@echo "make load    players who play real games by API on a site as in production (PLAYERS, GAMES, SECONDS, STORED)"
	@echo "make soak    AI against AI over all variants, watched for what grows (MINUTES=10)"
	@echo "make nightly random model machines, schemathesis with 200 examples, all sweeps, fire and soak; prints its seed (SEED, MINUTES=10)"
	@echo "make shots   take pictures of the pages with Chromium"
	@echo "make lighthouse  let Lighthouse judge the first pages, as a phone meets them; less than 100 fails"
	@echo "make lock    compile the locks anew from requirements/*.in"
	@echo "make clean   remove what can be built again (never the data)"

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
	@echo "pictures are in build/shots/"

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

# How much; make load PLAYERS=50 GAMES=200 for a small or busy machine.
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

# make nightly SEED=7 repeats a failure.
nightly:
	@$(PYTHON) config/bootstrap.py dev
	@$(VENV)/python -m config.compiler
	@$(VENV)/python -m tests.nightly --minutes $(MINUTES) $(if $(SEED),--seed $(SEED)) $(PARTS)

clean:
	rm -rf build test-results node_modules tests/lighthouse/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
