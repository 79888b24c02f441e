import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

/** A connection to a server on this machine, from its client's view. */
export type Line = {
  client: Socket
  answer(): string
  isOpen(): boolean
  closed: Promise<unknown>
}

export function openLine(port: number): Line {
  const client = connect(port, '127.0.0.1')
  let answer = ''
  let isOpen = true
  client.on('data', (data) => {
    answer += data
  })
  client.on('error', () => {})
  const closed = new Promise((resolve) => client.once('close', resolve))
  void closed.then(() => {
    isOpen = false
  })
  return { client, answer: () => answer, isOpen: () => isOpen, closed }
}

/** The request line and headers. */
export const headOf = (method: string, path: string, headers: Record<string, string>): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: a',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

/** A body's bytes in chunked transfer encoding. */
const framed = (data: Buffer, bytes: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(data.length / bytes) }, (_, index) => {
      const chunk = data.subarray(index * bytes, (index + 1) * bytes)
      return Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
    }),
  )

const kilobytes = 16 * 1024

export type EndlessBody = {
  /** Bytes per chunk; null for a body with a `content-length` of one terabyte. */
  chunkBytes: number | null
  begin?: string | undefined
  /** Repeated content; 16 KB of letters by default. */
  fill?: Buffer | undefined
  /** Bytes after which the client gives up if the server doesn't close the connection. */
  most: number
  onFill?: (bytes: number) => void
}

/** Sends an endless body until the server closes the connection. */
export async function sendEndlessly(
  { client, isOpen }: Line,
  [method, path, headers]: Parameters<typeof headOf>,
  { chunkBytes, begin = '', fill = Buffer.alloc(kilobytes, 0x61), most, onFill }: EndlessBody,
): Promise<void> {
  const size: Record<string, string> =
    chunkBytes === null ? { 'content-length': String(1e12) } : { 'transfer-encoding': 'chunked' }
  const part = (data: Buffer) => (chunkBytes === null ? data : framed(data, chunkBytes))
  client.write(headOf(method, path, { ...headers, ...size }))
  if (begin) client.write(part(Buffer.from(begin)))
  const again = part(fill)
  for (let written = 0; isOpen() && written < most; await turn()) {
    if (client.writableLength > 0) continue
    client.write(again)
    written += again.length
    onFill?.(again.length)
  }
}
