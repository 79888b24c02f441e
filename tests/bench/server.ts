import { Agent, request } from 'node:http'
import { pathOf } from '../../core/api/index.ts'
import { createOrder, getQrSite, quoteOrder } from '../../core/contract/index.ts'
import { policy } from '../../core/policy/index.ts'
import { newKey, startServer } from '../server/harness.ts'
import { draftOf, newTraveller, pricedFactsOf } from '../server/trip.ts'

/** Latency percentiles in milliseconds. */
export type Latency = { p50: number; p99: number; count: number }

type Sent = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: unknown }

const latencyOf = (samples: number[]): Latency => {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), count: sorted.length }
}

/** Response times over HTTP on this machine's loopback, one request after another, on PGlite. */
export async function measureServer(
  reads = 1_000,
  orders = 200,
): Promise<{ qrSite: Latency; createOrder: Latency }> {
  const server = await startServer()
  const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  const time = ({ method, path, headers, body }: Sent): Promise<number> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const began = performance.now()
      const sent = request(
        new URL(`/api${path}`, address),
        {
          method,
          agent,
          headers: {
            ...headers,
            ...(text
              ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
              : {}),
          },
        },
        (response) => {
          let answer = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            answer += chunk
          })
          response.on('end', () => {
            const took = performance.now() - began
            if (response.statusCode === 200) resolve(took)
            else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer}`))
          })
        },
      )
      sent.on('error', reject)
      sent.end(text)
    })

  const repeat = async (count: number, sent: () => Promise<Sent>): Promise<Latency> => {
    const samples: number[] = []
    const warming = Math.ceil(count / 10)
    for (let index = 0; index < warming + count; index += 1) {
      const took = await time(await sent())
      if (index >= warming) samples.push(took)
    }
    return latencyOf(samples)
  }

  try {
    let traveller = await newTraveller(server)
    let placed = 0
    /** A traveller below the limit of open orders at the site. */
    const nextTraveller = async () => {
      placed += 1
      if (placed % policy.maxSiteOrders === 0) traveller = await newTraveller(server)
      return traveller
    }
    const { qrId } = draftOf([])
    return {
      qrSite: await repeat(reads, async () => ({
        method: getQrSite.method,
        path: pathOf(getQrSite, { qrId }),
      })),
      createOrder: await repeat(orders, async () => {
        const { token, photo } = await nextTraveller()
        const draft = draftOf([photo])
        const quoted = await server.call(quoteOrder, { body: pricedFactsOf(draft), token })
        return {
          method: createOrder.method,
          path: createOrder.path,
          headers: { token: `Bearer ${token}`, 'idempotency-key': newKey() },
          body: { draft, quoteId: quoted.result.quoteId, termsVersion: policy.termsVersion },
        }
      }),
    }
  } finally {
    agent.destroy()
    await server.close()
  }
}
