import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { AwsV4Signer } from 'aws4fetch'
import Stripe from 'stripe'

export type StandIn = { url: string; stop(): Promise<void> }

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void | Promise<void>

async function listen(answer: Answer): Promise<StandIn> {
  const server = createServer(async (request, response) => {
    await answer(request, Buffer.concat(await request.toArray()), response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address?.port}`,
    async stop() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

type StorageKeys = { accessKeyId: string; secretAccessKey: string; region: string; bucket: string }

/** S3-compatible storage with one bucket, which refuses a request that is signed wrongly. */
export async function startStorage({ bucket, ...keys }: StorageKeys) {
  const objects = new Map<string, Buffer>()
  const standIn = await listen(async ({ method = '', url = '', headers }, body, response) => {
    const signed = await new AwsV4Signer({
      ...keys,
      service: 's3',
      method,
      url: `${standIn.url}${url}`,
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

/** A gateway for text messages; `texts` holds them by number, the newest last. */
export async function startGateway(token: string) {
  const texts: { to: string; text: string }[] = []
  const standIn = await listen(({ headers }, body, response) => {
    if (headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end()
    texts.push(JSON.parse(body.toString()))
    response.writeHead(202).end()
  })
  return { ...standIn, texts }
}

/** Stripe's Checkout. `pay` does what a paying traveller does there: the session is paid, and its event is sent. */
export async function startStripe({
  secretKey,
  webhookSecret,
}: {
  secretKey: string
  webhookSecret: string
}) {
  const sessions = new Map<string, Record<string, unknown>>()
  const standIn = await listen(({ method, url = '', headers }, body, response) => {
    const say = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (headers.authorization !== `Bearer ${secretKey}`)
      return void say(401, { error: { message: 'no key' } })
    const { pathname } = new URL(url, standIn.url)
    if (method === 'GET' && pathname === '/v1/checkout/sessions')
      return void say(200, { object: 'list', data: [] })
    if (method === 'POST' && pathname === '/v1/checkout/sessions') {
      const form = new URLSearchParams(body.toString())
      const id = `cs_live_${sessions.size + 1}`
      sessions.set(id, {
        id,
        object: 'checkout.session',
        url: `https://checkout.stripe.com/c/pay/${id}`,
        status: 'open',
        payment_status: 'unpaid',
        client_reference_id: form.get('client_reference_id'),
        amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
        currency: form.get('line_items[0][price_data][currency]'),
        payment_intent: `pi_live_${id}`,
      })
      return void say(200, sessions.get(id))
    }
    const session = sessions.get(pathname.split('/')[4] ?? '')
    say(session ? 200 : 404, session ?? { error: { message: 'no such session' } })
  })
  return {
    ...standIn,
    async pay(id: string, webhook: string): Promise<number> {
      const session = Object.assign(sessions.get(id) ?? {}, { status: 'complete', payment_status: 'paid' })
      const event = {
        id: `evt_${id}`,
        object: 'event',
        type: 'checkout.session.completed',
        data: { object: session },
      }
      const payload = JSON.stringify(event)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      return (await fetch(webhook, { method: 'POST', headers, body: payload })).status
    },
  }
}
