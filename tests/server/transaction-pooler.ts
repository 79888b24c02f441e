import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import { listenHere } from '../listen-here.ts'

const sslRequest = 80877103
const frontend = { query: 0x51, sync: 0x53, terminate: 0x58 }
const readyForQuery = 0x5a
const idle = 0x49

/** Calls `onMessage` with the type and all bytes of each complete protocol message. */
function messagesOf(onMessage: (type: number, bytes: Buffer) => void) {
  let rest = Buffer.alloc(0)
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const message = rest.subarray(0, rest.readInt32BE(1) + 1)
      rest = rest.subarray(message.length)
      onMessage(message[0]!, message)
    }
  }
}

const message = (type: string, ...content: number[]): Buffer => {
  const bytes = Buffer.from([type.charCodeAt(0), 0, 0, 0, content.length + 4, ...content])
  return bytes
}

const errorMessage = (text: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`)
  return message('E', ...fields)
}

function parametersOf(startup: Buffer): Map<string, string> {
  const words = startup.subarray(8).toString().split('\0')
  const pairs: [string, string][] = []
  for (let index = 0; words[index]; index += 2) pairs.push([words[index]!, words[index + 1] ?? ''])
  return new Map(pairs)
}

type Line = { socket: Socket; client: Client | null }
type Client = { socket: Socket; line: Line | null; waiting: Buffer[]; unanswered: number }

/**
 * Works like PgBouncer in transaction mode: each transaction gets the least recently used connection. Settings,
 * prepared statements and listeners of earlier transactions don't apply, and unknown startup parameters are refused.
 */
export async function startTransactionPooler(url: string, size = 3) {
  const owners: pg.Client[] = []
  const free: Line[] = []
  const queue: Client[] = []

  const release = (line: Line) => {
    if (line.client) line.client.line = null
    line.client = null
    free.push(line)
    const next = queue.shift()
    if (next) serve(next)
  }
  const serve = (client: Client) => {
    const line = client.line ?? free.shift()
    if (!line) {
      if (!queue.includes(client)) queue.push(client)
      return
    }
    line.client = client
    client.line = line
    for (const bytes of client.waiting.splice(0)) line.socket.write(bytes)
  }

  for (let made = 0; made < size; made++) {
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    owner.on('error', () => {})
    const line: Line = { socket: owner.connection.stream as Socket, client: null }
    line.socket.removeAllListeners('data')
    line.socket.on(
      'data',
      messagesOf((type, bytes) => {
        const { client } = line
        client?.socket.write(bytes)
        if (type !== readyForQuery || !client) return
        client.unanswered--
        if (client.unanswered === 0 && bytes[5] === idle) release(line)
      }),
    )
    owners.push(owner)
    free.push(line)
  }

  const accept = (socket: Socket) => {
    const client: Client = { socket, line: null, waiting: [], unanswered: 0 }
    socket.on('error', () => {})
    const read = messagesOf((type, bytes) => {
      if (type === frontend.terminate) return socket.end()
      if (type === frontend.query || type === frontend.sync) client.unanswered++
      client.waiting.push(bytes)
      serve(client)
    })
    socket.once('data', function begin(startup: Buffer) {
      if (startup.readInt32BE(4) === sslRequest) {
        socket.write('N')
        return socket.once('data', begin)
      }
      const unknown = [...parametersOf(startup).keys()].find(
        (name) => !['user', 'database', 'client_encoding', 'application_name'].includes(name),
      )
      if (unknown) return socket.end(errorMessage(`unsupported startup parameter: ${unknown}`))
      // Authenticated, with a backend process id, ready for queries.
      socket.write(Buffer.concat([message('R', 0, 0, 0, 0), message('K', 0, 0, 0, 1, 0, 0, 0, 1)]))
      socket.write(message('Z', idle))
      socket.on('data', read)
    })
  }
  const server = createServer(accept)
  const port = await listenHere(server)
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    async close() {
      server.close()
      for (const { connection } of owners) connection.stream.destroy()
    },
  }
}
