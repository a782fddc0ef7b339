# One image for web, worker and beat; the command decides (compose.yaml).
FROM python:3.12-slim AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir uv
WORKDIR /site
COPY requirements/runtime.txt requirements/compile.txt requirements/
RUN /venv/bin/uv pip install --python /venv/bin/python --compile-bytecode -r requirements/runtime.txt \
    && python -m venv /compile \
    && /venv/bin/uv pip install --python /compile/bin/python -r requirements/runtime.txt -r requirements/compile.txt
COPY . .
RUN /compile/bin/python -m config.compiler \
    && ASTERISM_DATA=/static /venv/bin/python manage.py collectstatic --noinput --verbosity=0 \
    && rm -rf build/mypyc-* /static/secret_key /static/vapid_key /static/cache

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /site --shell /usr/sbin/nologin asterism \
    && install --directory --owner=asterism --group=asterism --mode=0700 /data
COPY --from=build /venv /venv
COPY --from=build /site /site
COPY --from=build /static/static /data/static
WORKDIR /site
USER asterism
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    ASTERISM_DATA=/data \
    HOST=0.0.0.0 \
    PORT=8000
EXPOSE 8000
STOPSIGNAL SIGTERM
CMD ["granian", "--interface", "asginl", "--no-ws", "--http", "1", "--http1-header-read-timeout", "10000", \
     "--backpressure", "4096", "--host", "0.0.0.0", "--port", "8000", \
     "--workers-kill-timeout", "8", "--respawn-failed-workers", "config.asgi:application"]
