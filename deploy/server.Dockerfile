# The servers: three images (`--target api`, `--target worker`, `--target office`). Everything built
# on the builder's platform runs on all platforms.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY firm firm
COPY packages/contract packages/contract
COPY packages/design packages/design
COPY packages/server packages/server
COPY packages/storage packages/storage
COPY api api
COPY worker worker
COPY office office
COPY docs/operations.md docs/operations.md
RUN npm run build:servers && npm run build:office

FROM --platform=$BUILDPLATFORM node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Excludes optional peers, such as TypeScript and drivers of other databases.
RUN npm ci --omit=dev --omit=optional
# Unused at run time. Licences are kept.
RUN find node_modules -type f \
  \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) \
  ! -iname 'licen[cs]e*' ! -iname 'notice*' ! -iname 'copying*' -delete
RUN mkdir /backups
# A native module would be wrong on other platforms.
RUN ! find node_modules -name '*.node' | grep .

FROM node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS runtime
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps
WORKDIR /app
COPY package.json ./
COPY --from=modules /app/node_modules node_modules
# A new volume of backups gets the owner of this folder.
COPY --from=modules --chown=1000:1000 /backups /backups
USER 1000:1000

# The public process has no code that reads enquiries.
FROM runtime AS api
COPY --from=build /app/build/api.js /app/build/api.js.map build/
EXPOSE 3001 9101
CMD ["node", "build/api.js"]

FROM runtime AS worker
COPY --from=build /app/build build
EXPOSE 3002 9102
CMD ["node", "build/worker.js"]

FROM runtime AS office
COPY --from=build /app/build build
EXPOSE 3003 9103
CMD ["node", "build/office.js"]
