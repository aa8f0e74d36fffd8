# The API and the worker: one recipe, two images (`--target api` or `--target worker`).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY contract contract
COPY platform platform
COPY storage storage
COPY api api
COPY worker worker
COPY staff staff
RUN npm run build:servers

FROM node:24-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional peers, such as TypeScript and drivers of other databases, would come along.
RUN npm ci --omit=dev --omit=optional

FROM node:24-bookworm-slim AS runtime
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps
WORKDIR /app
COPY package.json ./
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/build build
USER 1000:1000

FROM runtime AS api
EXPOSE 3001 9101
CMD ["node", "build/api.js"]

FROM runtime AS worker
EXPOSE 3002 9102
CMD ["node", "build/worker.js"]
