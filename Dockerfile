# One image, every role: `bindery serve`, `bindery serve --role api`, `bindery serve --role worker`, `bindery migrate`.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY spreadsheet/package.json spreadsheet/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
# The image has its own Node; the packages' binaries for this platform are optional dependencies and must stay.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*

# The Python that transforms run in; only sandboxes see it.
FROM node:24-bookworm-slim AS python
RUN apt-get update && apt-get install -y --no-install-recommends python3 python3-venv && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY scripts/python-runtime scripts/
COPY tools/make-python-runtime.py tools/python-runtime-requirements.txt tools/
RUN scripts/python-runtime /opt/python-runtime

FROM node:24-bookworm-slim
ENV NODE_ENV=production SVC_HOST=0.0.0.0 PORT=8000 SVC_DATA_DIR=/data SVC_PYTHON_RUNTIME=/opt/python-runtime
# Untrusted work (SQL, files) runs inside bubblewrap.
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap fonts-ipaexfont-gothic && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=python /opt/python-runtime /opt/python-runtime
COPY package.json ./
COPY server server
COPY spreadsheet spreadsheet
COPY sdk sdk
COPY cli cli
COPY docs/problems docs/problems
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/src/main/shell.ts"]
CMD ["serve"]
