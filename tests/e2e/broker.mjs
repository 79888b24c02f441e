// An external broker that tests can stop: `node broker.mjs 1883`. Its page shows the number of connections.
import { createServer } from 'node:http'
import { Aedes } from 'aedes'
import { createWebSocketStream, WebSocketServer } from 'ws'

const broker = await Aedes.createBroker()
const server = createServer((_request, response) => response.end(String(broker.connectedClients)))
new WebSocketServer({ server, path: '/mqtt' }).on('connection', (socket, request) =>
  broker.handle(createWebSocketStream(socket), request),
)
server.listen(Number(process.argv[2]))
