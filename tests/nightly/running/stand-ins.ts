import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { AwsV4Signer } from 'aws4fetch'
import { listenHere } from '../../listen-here.ts'

export type StandIn = { url: string; stop(): Promise<void> }

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void | Promise<void>

export async function listen(answer: Answer): Promise<StandIn> {
  const server = createServer(async (request, response) => {
    await answer(request, Buffer.concat(await request.toArray()), response)
  })
  const port = await listenHere(server)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

type StorageKeys = { accessKeyId: string; secretAccessKey: string; region: string; bucket: string }

/** S3-compatible storage with one bucket, which refuses invalid signatures. */
export async function startStorage({ bucket, ...keys }: StorageKeys) {
  const objects = new Map<string, Buffer>()
  const standIn = await listen(async ({ method = '', url = '', headers }, body, response) => {
    const signed = await new AwsV4Signer({
      ...keys,
      service: 's3',
      method,
      url: `http://${headers.host}${url}`,
      datetime: String(headers['x-amz-date']),
      headers: {
        'x-amz-content-sha256': String(headers['x-amz-content-sha256']),
        ...(headers['content-type'] ? { 'content-type': headers['content-type'] } : {}),
      },
    }).sign()
    if (signed.headers.get('authorization') !== headers.authorization)
      return void response.writeHead(403).end()
    if (!url.startsWith(`/${bucket}/`)) return void response.writeHead(404).end()
    if (method === 'PUT') objects.set(url, body)
    const found = objects.get(url)
    if (method === 'DELETE') objects.delete(url)
    response.writeHead(found || method === 'DELETE' ? 200 : 404).end(method === 'GET' ? found : undefined)
  })
  return { ...standIn, objects }
}

/** A gateway for text messages; `texts` has them by number, newest last. */
export async function startGateway(token: string) {
  const texts: { to: string; text: string }[] = []
  const standIn = await listen(({ headers }, body, response) => {
    if (headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end()
    texts.push(JSON.parse(body.toString()))
    response.writeHead(202).end()
  })
  return { ...standIn, texts }
}
