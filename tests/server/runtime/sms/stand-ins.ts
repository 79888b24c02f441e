import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listenHere } from '../../../listen-here.ts'

export type Received = { request: IncomingMessage; url: URL; body: string }
export type Answer = { status?: number; body: unknown }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A gateway on this machine. Answers every request by `answer`. Returns its address. */
export async function startGateway(answer: (received: Received) => Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString()
    const url = new URL(request.url ?? '/', 'http://gateway')
    const { status = 200, body: content } = answer({ request, url, body })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  })
  const port = await listenHere(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}

const fieldsOf = (authorization = '') =>
  Object.fromEntries([...authorization.matchAll(/(\w+)=([^,\s]+)/g)].map(([, name, value]) => [name, value]))

const linesOf = (request: IncomingMessage, names: string) =>
  names
    .split(';')
    .map((name) => `${name}:${request.headers[name]}\n`)
    .join('')

/** Whether Alibaba Cloud would accept the request's signature (ACS3-HMAC-SHA256). */
export function isSignedForAlibaba({ request, body }: Received, secret: string): boolean {
  const { SignedHeaders = '', Signature } = fieldsOf(request.headers.authorization)
  const [, query = ''] = (request.url ?? '').split('?')
  const sorted = query.split('&').sort().join('&')
  const needed = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce']
  const canonical = `POST\n/\n${sorted}\n${linesOf(request, SignedHeaders)}\n${SignedHeaders}\n${sha256(body)}`
  const text = `ACS3-HMAC-SHA256\n${sha256(canonical)}`
  return (
    needed.every((name) => SignedHeaders.split(';').includes(name)) &&
    Signature === createHmac('sha256', secret).update(text).digest('hex')
  )
}

/** Whether Tencent Cloud would accept the request's signature (TC3-HMAC-SHA256). */
export function isSignedForTencent({ request, body }: Received, secret: string): boolean {
  const { Credential = '', SignedHeaders = '', Signature } = fieldsOf(request.headers.authorization)
  const [, day = '', service = ''] = Credential.split('/')
  const canonical = `POST\n/\n\n${linesOf(request, SignedHeaders)}\n${SignedHeaders}\n${sha256(body)}`
  const time = request.headers['x-tc-timestamp']
  const text = `TC3-HMAC-SHA256\n${time}\n${day}/${service}/tc3_request\n${sha256(canonical)}`
  const key = [day, service, 'tc3_request'].reduce<string | Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `TC3${secret}`,
  )
  const isToday = day === new Date(Number(time) * 1_000).toISOString().slice(0, 10)
  return isToday && Signature === createHmac('sha256', key).update(text).digest('hex')
}
