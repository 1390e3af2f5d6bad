# Every image of the platform: a target per kind of deployable, the workspace as an argument.
#
#   docker build --target service        --build-arg WORKSPACE=services/billing      -t coulisses/billing .
#   docker build --target media          --build-arg WORKSPACE=services/media        -t coulisses/media .
#   docker build --target media-worker   --build-arg WORKSPACE=services/media        -t coulisses/media-worker .
#   docker build --target shell          --build-arg WORKSPACE=shell                 -t coulisses/shell .
#   docker build --target micro-frontend --build-arg WORKSPACE=microfrontends/public -t coulisses/mf-public .
#   docker build --target secrets        --build-arg WORKSPACE=stack                 -t coulisses/secrets .
#   docker build --target sandbox        --build-arg WORKSPACE=stack                 -t coulisses/partner .
#   docker build --target demo           --build-arg WORKSPACE=stack                 -t coulisses/demo .
#   docker build --target backup         --build-arg WORKSPACE=backup                -t coulisses/backup .
#
# `docker compose build` builds them all. Sources come last in each target: a change of them alone leaves every npm and apt layer as it is.
# The classic builder makes every stage above its target, so what few targets need stands below.

# For a front end, the image that is deployed (see stage `former`); without it, no files of a former build.
ARG FORMER=node:24-bookworm-slim

FROM node:24-bookworm-slim AS base
# What a process writes for itself goes below /tmp: the root file system may be read-only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 MANAGEMENT_PORT=9090 NODE_COMPILE_CACHE=/tmp/node-compile-cache MALLOC_ARENA_MAX=2
WORKDIR /app
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MANAGEMENT_PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]

# The package.json files alone: what npm installs depends on nothing else.
FROM base AS manifests
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM base AS workspace-modules
ARG WORKSPACE
COPY --from=manifests /app ./
RUN npm ci --omit=dev --ignore-scripts --workspace="${WORKSPACE}" && rm -rf /root/.npm

FROM base AS service
ARG WORKSPACE
COPY --from=workspace-modules /app ./
COPY packages/contracts packages/contracts
COPY packages/service-kit packages/service-kit
COPY ${WORKSPACE} ${WORKSPACE}
WORKDIR /app/${WORKSPACE}
USER 10001:10001
CMD ["src/main.ts"]

# What serves a built front end; react and the router are there for the pages that the shell renders.
FROM base AS front-end-modules
COPY --from=manifests /app ./
RUN npm ci --omit=dev --ignore-scripts --workspace=packages/service-kit --workspace=packages/web-kit && rm -rf /root/.npm

# The sandbox partner and the mailbox need neither private servers nor pictures.
FROM base AS sandbox-modules
COPY --from=manifests /app ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --workspace=stack && rm -rf /root/.npm
# But passwords are hashed, by a program that npm counts among what is optional. Of a stage that is the same for every workspace:
# a front end's own has none.
COPY --from=front-end-modules /app/node_modules/@node-rs ./node_modules/@node-rs

# The sandbox payment partner and the mailbox; neither in production.
FROM base AS sandbox
ENV NODE_ENV=development
COPY --from=sandbox-modules /app ./
COPY packages/contracts packages/contracts
COPY packages/service-kit packages/service-kit
COPY stack/src stack/src
WORKDIR /app/stack
USER 10001:10001
CMD ["src/partner/main.ts"]

# Generates secrets: the first step of docker-compose.yml, and k8s/components/generated-secrets. Runs to its end in production too.
FROM sandbox AS secrets
ENV NODE_ENV=production
USER root
# New volumes take their owner from these folders.
RUN cd /var/lib && for part in kept gateway identity catalogue media media-worker affiliate billing partner demo backup postgres mongodb rabbitmq; do \
  mkdir -p "platform/$part"; done && chown -R 10001:10001 platform
USER 10001:10001
HEALTHCHECK NONE
ENTRYPOINT ["node", "src/containers/compose-secrets.ts"]
CMD []

# Debian's ffmpeg without what only screens and sound cards need: the two programs and the libraries that they are linked with.
FROM base AS ffmpeg
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
RUN find /usr/lib -name '*.so*' | sort > /tmp/before \
  && apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/* \
  && ldd /usr/bin/ffmpeg /usr/bin/ffprobe | grep -o '/[^ ]*\.so[^ ]*' | sed 's|^/lib/|/usr/lib/|' | sort -u | comm -23 - /tmp/before \
  | xargs cp -L --parents -t /opt /usr/bin/ffmpeg /usr/bin/ffprobe

FROM base AS with-ffmpeg
COPY --from=ffmpeg /opt/usr /usr
RUN ldconfig && ffmpeg -version && ffprobe -version

FROM with-ffmpeg AS media
ARG WORKSPACE=services/media
# Files pass through in small pieces: collected seldom, they pile up to the size of a film.
ENV STORAGE_DIR=/var/lib/media NODE_OPTIONS=--max-semi-space-size=1
# A new volume takes its owner from this folder.
RUN mkdir -p "${STORAGE_DIR}" && chown 10001:10001 "${STORAGE_DIR}"
COPY --from=workspace-modules /app ./
COPY packages/contracts packages/contracts
COPY packages/service-kit packages/service-kit
COPY ${WORKSPACE} ${WORKSPACE}
WORKDIR /app/${WORKSPACE}
USER 10001:10001
CMD ["src/main.ts"]

FROM media AS media-worker
CMD ["src/worker.ts"]

# Loads the demo data: films its clips with ffmpeg.
FROM with-ffmpeg AS demo
ENV NODE_ENV=development
COPY --from=workspace-modules /app ./
COPY packages/contracts packages/contracts
COPY packages/service-kit packages/service-kit
COPY stack/pictures stack/pictures
COPY stack/src stack/src
WORKDIR /app/stack
USER 10001:10001
HEALTHCHECK NONE
CMD ["src/containers/load-demo.ts"]

# Of PostgreSQL's own image, built on the same Debian: Debian's pg_dump is older than the servers, and rejects them.
FROM postgres:17-bookworm AS postgres-programs
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
RUN ldd /usr/lib/postgresql/*/bin/pg_dump /usr/lib/postgresql/*/bin/pg_restore | grep -o '/[^ ]*\.so[^ ]*' | sed 's|^/lib/|/usr/lib/|' | sort -u \
  | grep -vE '/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|resolv))\.so' \
  | xargs cp -L --parents -t /opt /usr/lib/postgresql/*/bin/pg_dump /usr/lib/postgresql/*/bin/pg_restore

# Backup, restore and reconciliation of the stores.
FROM base AS backup
COPY --from=postgres-programs /opt/usr /usr
# A new volume takes its owner from these folders.
RUN ldconfig && /usr/lib/postgresql/*/bin/pg_dump --version && /usr/lib/postgresql/*/bin/pg_restore --version \
  && mkdir -p /var/lib/backups /var/lib/media && chown 10001:10001 /var/lib/backups /var/lib/media
COPY --from=workspace-modules /app ./
COPY packages/contracts packages/contracts
COPY packages/service-kit packages/service-kit
COPY backup backup
WORKDIR /app/backup
USER 10001:10001
HEALTHCHECK NONE
CMD ["src/main.ts", "backup", "/var/lib/backups"]

# Last: only the shell and micro-frontends can be built so.
FROM base AS front-end-tools
COPY --from=manifests /app ./
RUN npm ci --omit=dev --ignore-scripts --workspace=packages --workspace=microfrontends --workspace=shell && rm -rf /root/.npm

FROM front-end-tools AS front-end-build
ARG WORKSPACE
COPY packages packages
COPY ${WORKSPACE} ${WORKSPACE}
RUN node packages/federation/src/build-app.ts "$(basename "${WORKSPACE}")" && rm -rf node_modules/.cache \
  && cd "${WORKSPACE}/dist" && find assets -type f > own-assets.txt

# Pages that the gateway caches or a browser has open go on requesting the files of the build that they were made with. Those that
# were its own alone: no image grows with each deployment.
FROM ${FORMER} AS former
ARG WORKSPACE
USER root
RUN mkdir -p /former/assets \
  && if [ -f "/app/${WORKSPACE}/dist/own-assets.txt" ]; then cd "/app/${WORKSPACE}/dist" && xargs -a own-assets.txt cp -p --parents -t /former; fi

FROM base AS micro-frontend
ARG WORKSPACE
ENV DIST=${WORKSPACE}/dist
COPY --from=front-end-modules /app ./
COPY packages/contracts packages/contracts
COPY packages/service-kit packages/service-kit
COPY packages/federation/src/serve.ts packages/federation/src/
COPY --from=former /former ${WORKSPACE}/dist
COPY --from=front-end-build /app/${WORKSPACE}/dist ${WORKSPACE}/dist
USER 10001:10001
CMD ["packages/federation/src/serve.ts"]

FROM base AS shell
# The public micro-frontend's server bundle is stored here, beside the react that both share. A tmpfs takes its mode from this folder, and
# root for its owner.
RUN mkdir -p shell/.cache && chmod 1777 shell/.cache
COPY --from=front-end-modules /app ./
COPY packages/contracts packages/contracts
COPY packages/service-kit packages/service-kit
COPY packages/web-kit packages/web-kit
COPY shell/src shell/src
COPY --from=former /former shell/dist
COPY --from=front-end-build /app/shell/dist shell/dist
WORKDIR /app/shell
USER 10001:10001
CMD ["src/main.ts"]
