# The server with its web app. `docker build --build-arg HANDSFREE_STATIC_KEY=… -t handsfree .`
FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY core/package.json core/
COPY web/package.json web/
COPY server/package.json server/
COPY clients/operator/package.json clients/operator/
COPY clients/terminal/package.json clients/terminal/

FROM packages AS build
RUN npm ci
COPY . .
# The web app signs its requests for the broker's address with it. Must equal the server's setting.
ARG HANDSFREE_STATIC_KEY
RUN npm run build

FROM packages AS runtime
RUN npm ci --omit=dev --workspace=server

FROM node:24-trixie-slim
ENV NODE_ENV=production HANDSFREE_DATA=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
# Includes server/node_modules, which contains packages in versions that differ from the root's.
COPY --from=runtime /app .
COPY --from=build /app/core/dist core/dist
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/migrations server/migrations
COPY --from=build /app/server/demo/catalogue server/demo/catalogue
COPY --from=build /app/web/dist web/dist
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=2s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4000/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/dist/main.js"]
