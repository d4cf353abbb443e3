# One image for servers and workers; `--target server` or `--target worker` chooses what it starts.
FROM node:22-bookworm-slim AS build
WORKDIR /weftwork
COPY . .
RUN node scripts/build.mjs

FROM node:22-bookworm-slim AS base
ENV NODE_ENV=production
WORKDIR /weftwork
COPY --from=build --chown=node:node /weftwork /weftwork
RUN mkdir -p /home/node/weftwork && chown node:node /home/node/weftwork
USER node
# Node is process 1 and gets SIGTERM itself: an npm or a shell before it would not pass it on.

FROM base AS worker
ENV WEFTWORK_METRICS_PORT=9464 WEFTWORK_METRICS_HOST=0.0.0.0
EXPOSE 9464
CMD ["node", "--enable-source-maps", "apps/worker/dist/main.mjs"]

FROM base AS server
ENV PORT=3000 WEFTWORK_HOST=0.0.0.0 WEFTWORK_HOME=/home/node/weftwork
EXPOSE 3000
VOLUME /home/node/weftwork
CMD ["node", "--enable-source-maps", "apps/server/dist/main.mjs", "--no-open"]
