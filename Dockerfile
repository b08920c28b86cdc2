# The tag stays a tag until a release pins it: its digest could not be read where this was written.
ARG BASE=docker.io/library/python:3.12-slim

FROM ${BASE} AS packages
COPY requirements.txt /tmp/requirements.txt
# Wheels only, each with its hash, so nothing is compiled and nothing is run to install it.
RUN python -m pip install --no-cache-dir --disable-pip-version-check --root-user-action=ignore \
    --require-hashes --only-binary=:all: --prefix=/packages --requirement /tmp/requirements.txt \
    && find /packages -type d -name tests -prune -exec rm -rf {} +

FROM ${BASE}
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Contract Grader" \
      org.opencontainers.image.description="Grades what OpenProse contracts promised against what their runs published" \
      org.opencontainers.image.source="https://github.com/org/contract-grader" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# The checkout belongs to the runner's user and the container runs as root: without safe.directory git refuses it.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends git \
    && rm -rf /var/lib/apt/lists/* \
    && git config --system safe.directory '*'
COPY --from=packages /packages /usr/local
COPY entrypoint.py /app/
COPY grader /app/grader
RUN python -m compileall -q -j 0 /app
# -I: the working directory is the repository under test, and nothing of it may be imported.
ENTRYPOINT ["python", "-I", "/app/entrypoint.py"]
