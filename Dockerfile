# syntax=docker/dockerfile:1
# The elder in a container: `docker build -t gauss-elder .`, or `docker compose up -d` with compose.yaml.

ARG PYTHON=3.11

# --- everything that is needed to install, which stays behind ---------------------------------------------------------
FROM python:${PYTHON}-slim AS built

# "postgres" is what PostgreSQL needs; "postgres,torch" has the workers measure too (some gigabytes more).
ARG EXTRAS=postgres
# A second index for pip, such as PyTorch's index of CPU builds: pytorch.org, “Get Started”.
ARG PIP_EXTRA_INDEX_URL=
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

RUN python -m venv /opt/elder
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY bot bot
COPY gauss_elder gauss_elder
COPY engine engine
COPY quizbank quizbank
COPY migrations migrations
COPY docs docs
RUN PIP_EXTRA_INDEX_URL="${PIP_EXTRA_INDEX_URL}" /opt/elder/bin/pip install -c constraints.txt ".[${EXTRAS}]" \
    && /opt/elder/bin/pip uninstall -y pip \
    && /opt/elder/bin/python -m compileall -q /opt/elder/lib

# --- what runs --------------------------------------------------------------------------------------------------------
FROM python:${PYTHON}-slim

# pg_dump and pg_restore, for `gauss-elder db backup` on PostgreSQL.
RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --create-home --home-dir /data elder

COPY --from=built /opt/elder /opt/elder
ENV PATH=/opt/elder/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    GAUSS_DATA=/data \
    GAUSS_LOG=json \
    GAUSS_METRICS=127.0.0.1:9464

USER elder
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=90s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:9464/readyz', timeout=4)"]
ENTRYPOINT ["gauss-elder"]
CMD ["run"]
