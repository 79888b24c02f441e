import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getOrder } from '@handsfree/core/contract'
import { SpanKind } from '@opentelemetry/api'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { measureJob, measureProviders } from '../../../server/runtime/metrics/measure.ts'
import { startTraces } from '../../../server/runtime/traces/start-traces.ts'
import { tracedClient } from '../../../server/runtime/traces/traced-client.ts'
import { withSpan } from '../../../server/runtime/traces/tracer.ts'
import { startServer } from '../harness.ts'
import { newTraveller } from '../trip.ts'

type SentSpan = {
  name: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string } }[]
  status: { code?: number; message?: string }
}

/** Collects the spans that arrive by OTLP. */
async function startCollector() {
  const spans: SentSpan[] = []
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    texts.push(text)
    for (const { scopeSpans } of JSON.parse(text).resourceSpans)
      for (const { spans: sent } of scopeSpans) spans.push(...sent)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, spans, texts, close: () => server.close() }
}

/** Stands in for the driver's client. */
class FakeClient {
  query(statement: unknown): Promise<unknown> {
    return statement === 'select broken'
      ? Promise.reject(new Error('13800138000 is taken'))
      : Promise.resolve({})
  }
}

test('sends a request’s trace with its statements and provider calls, without anything personal', async () => {
  const collector = await startCollector()
  const stop = startTraces(collector.url)
  const server = await startServer(
    { tracesUrl: collector.url },
    {
      listens: true,
      extraDomains: [
        async (app) => {
          app.post('/api/echo', () => withSpan({ name: 'inside', kind: SpanKind.INTERNAL }, async () => 'ok'))
        },
      ],
    },
  )
  const { services } = server
  services.providers = measureProviders(services.providers)
  const ada = await newTraveller(server)
  const { orderId } = await ada.order()
  await ada.openSession(orderId)
  await server.call(getOrder, { params: { orderId }, token: ada.token })
  const client = new (tracedClient(FakeClient as unknown as typeof pg.Client))()
  await measureJob({
    name: 'sweep',
    everyMs: 1,
    run: async () => {
      await client.query({ name: 'find', text: 'select id from users where phone = $1' })
      await expect(client.query('select broken')).rejects.toThrow('taken')
    },
  }).run()
  await server.app.inject('/ready')
  const body = JSON.stringify({ text: 'x'.repeat(40_000) })
  await fetch(`http://127.0.0.1:${server.port}/api/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await server.close()
  await stop()
  collector.close()
  const spanOf = (name: string) => collector.spans.find((span) => span.name === name)
  const attributeOf = (name: string, key: string) =>
    spanOf(name)?.attributes.find((attribute) => attribute.key === key)?.value.stringValue
  const paying = spanOf('POST /api/payments/:paymentId/session')
  expect(spanOf('sandbox openSession')?.parentSpanId).toBe(paying?.spanId ?? 'unknown')
  // Its body arrives in several parts.
  expect(spanOf('inside')?.parentSpanId).toBe(spanOf('POST /api/echo')?.spanId ?? 'unknown')
  const reading = 'GET /api/orders/:orderId'
  expect(attributeOf(reading, 'handsfree.order_id')).toBe(orderId)
  expect(attributeOf(reading, 'handsfree.request_id')).toMatch(/^[\da-f]{24}$/)
  expect(attributeOf(reading, 'handsfree.account')).toMatch(/^[\da-f]{16}$/)
  const [found, broken] = collector.spans.filter(({ name }) => name === 'database select')
  expect([found?.parentSpanId, broken?.parentSpanId]).toEqual(
    Array(2).fill(spanOf('job sweep')?.spanId ?? 'unknown'),
  )
  expect(broken?.status).toEqual({ code: 2, message: 'Error' })
  expect(collector.spans.filter(({ name }) => name.includes('/ready'))).toEqual([])
  for (const secret of [ada.uin, ada.token, '13800138000', server.codes[0]?.phoneNumber ?? 'none'])
    expect(collector.texts.join()).not.toContain(secret)
})

test('answers as always while the collector is away', async () => {
  const stop = startTraces('http://127.0.0.1:9')
  const server = await startServer({ tracesUrl: 'http://127.0.0.1:9' })
  expect((await server.app.inject('/api/sites')).statusCode).toBe(200)
  await server.close()
  await stop()
})
