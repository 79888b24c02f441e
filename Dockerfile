# The server with its web app. `docker build --build-arg HANDSFREE_STATIC_KEY=… -t handsfree .`
# The release workflow passes the base by digest (`node:24-trixie-slim@sha256:…`). The tag here isn't pinned.
ARG NODE_IMAGE=node:24-trixie-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY core/package.json core/
COPY web/package.json web/
COPY server/package.json server/
COPY clients/kiosk/package.json clients/kiosk/
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

FROM ${NODE_IMAGE}
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
# bash opens the connection itself: a Node process takes 0.2 s of processor time.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/4000 && printf 'GET /health HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 4 _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "server/dist/main.js"]
