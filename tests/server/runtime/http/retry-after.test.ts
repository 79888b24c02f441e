import { sendVerificationCode } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../../../server/runtime/http/api-error.ts'
import type { DomainPlugin } from '../../../../server/runtime/http/domain.ts'
import { newPhone, startServer, type TestServer } from '../../harness.ts'

const refusals: Record<string, [status: number, details: unknown]> = {
  seconds: [429, { retryAfter: 90 }],
  'part of a second': [429, { retryAfter: 12.2 }],
  'text for seconds': [429, { retryAfter: 'soon' }],
  'no seconds': [429, { field: 'unpaidOrders' }],
  'no details': [429, null],
  'no wait at all': [429, { retryAfter: 0 }],
  'another refusal': [409, { retryAfter: 90 }],
}

const refusing: DomainPlugin = (app) => {
  app.get<{ Params: { name: string } }>('/refused/:name', async ({ params }) => {
    const [status, details] = refusals[params.name] ?? [404, null]
    throw new ApiError(errorCodes.accessDenied, 'too many', { status, details })
  })
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { extraDomains: [refusing] })
})
afterAll(() => server.close())

test('sends Retry-After with every 429: its seconds, or 60', async () => {
  const waits = await Promise.all(
    Object.keys(refusals).map(async (name) => {
      const { headers } = await server.app.inject(`/refused/${encodeURIComponent(name)}`)
      return [name, headers['retry-after']]
    }),
  )
  expect(Object.fromEntries(waits)).toEqual({
    seconds: '90',
    'part of a second': '13',
    'text for seconds': '60',
    'no seconds': '60',
    'no details': '60',
    'no wait at all': '60',
    'another refusal': undefined,
  })
})

test('sends the remaining seconds between two codes as Retry-After', async () => {
  const payload = { dialCode: '86', phoneNumber: newPhone() }
  const send = () => server.app.inject({ method: 'POST', url: `/api${sendVerificationCode.path}`, payload })
  const first = await send()
  server.clock.advance(18_000)
  const second = await send()
  expect([first.statusCode, first.headers['retry-after']]).toEqual([200, undefined])
  expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '42'])
})
