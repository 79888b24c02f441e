import { type ApiClient, createApiClient } from '@handsfree/core/api'
import {
  countUnread,
  createOrder,
  getOrder,
  getOrderTrace,
  getProfiles,
  listOrders,
  operatorAttachInvoice,
  quoteOrder,
  signOut,
} from '@handsfree/core/contract'
import { createFormatter, failureText } from '@handsfree/core/i18n'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import { submission } from '../../models/placement.model.ts'
import { order } from '../../models/samples.ts'
import { globalTimers } from '../fake-platform.ts'

type Sent = { url: string; init: RequestInit; headers: Headers }

const network = { ok: false, error: { kind: 'network' } }
const envelope = (result: unknown, code = 0, message = 'ok') => JSON.stringify({ code, message, result })

let sent: Sent[]
let token: string | null
let ended: number
let answers: ((request: Sent) => Response | Promise<Response>)[]
let api: ApiClient

/** Answers the next requests; the last answer is repeated. */
const answer = (...next: typeof answers) => {
  answers = next
}
const reply = (body: BodyInit | null, status = 200) => {
  answer(() => new Response(body, { status }))
}
const cutOff = () => Promise.reject<Response>(new TypeError('Failed to fetch'))
const silence = ({ init }: Sent) =>
  new Promise<Response>((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  token = 'token-1'
  ended = 0
  api = createApiClient({
    platform: {
      clock: globalTimers,
      fetch: async (input, init) => {
        const request = { url: String(input), init, headers: new Headers(init.headers) }
        sent.push(request)
        const next = answers.length > 1 ? answers.shift() : answers[0]
        return next?.(request) ?? cutOff()
      },
    },
    baseUrl: 'https://api.test',
    locale: () => 'zh-CN',
    token: () => token,
    onNotLoggedIn: () => {
      ended += 1
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const finish = async <Value>(result: Promise<Value>): Promise<Value> => {
  // Longer than all retries together. Timers of other files in this worker never end.
  await vi.advanceTimersByTimeAsync(300_000)
  return result
}
const count = (options: Parameters<ApiClient['call']>[2] = {}) =>
  api.call(countUnread, { query: { types: ['1', '2', '8'] } }, options)

describe('requests', () => {
  it('sends a GET with path, bracketed arrays, language and token, and no body', async () => {
    reply(envelope(3))
    expect(await finish(count())).toEqual({ ok: true, value: 3 })
    const [{ url, init, headers }] = sent as [Sent]
    expect(decodeURIComponent(url)).toBe(
      'https://api.test/api/notification/unread?types[]=1&types[]=2&types[]=8',
    )
    expect([init.method, init.body]).toEqual(['GET', undefined])
    expect(Object.fromEntries(headers)).toEqual({ 'accept-language': 'zh-CN', token: 'Bearer token-1' })
  })

  it('sends a POST with JSON, an idempotency key and the call’s own headers', async () => {
    reply(envelope(order()))
    await finish(api.call(createOrder, submission, { headers: { 'X-Site-Id': 'site-1' } }))
    const [{ url, init, headers }] = sent as [Sent]
    expect([url, init.method]).toEqual(['https://api.test/api/orders', 'POST'])
    expect(JSON.parse(String(init.body))).toEqual(submission.body)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'key-of-old',
      'x-site-id': 'site-1',
    })
  })

  it('omits the token for a visitor, and the body if the call has none', async () => {
    token = null
    reply(envelope({}))
    await finish(api.call(signOut, {}))
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({ 'accept-language': 'zh-CN' })
    expect([sent[0]?.init.method, sent[0]?.init.body]).toEqual(['POST', undefined])
  })

  it('escapes parameters in the path, and leaves undefined ones out of the query', async () => {
    reply(envelope(null, 1002))
    await finish(api.call(getOrder, { params: { orderId: '../users' } }))
    await finish(api.call(listOrders, { query: { status: '200', cursor: undefined } }))
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.test/api/orders/..%2Fusers',
      'https://api.test/api/orders/page?status=200',
    ])
  })
})

describe('responses', () => {
  it('reads a code other than 0 as a refusal, whatever the status', async () => {
    for (const status of [200, 404, 500]) {
      reply(envelope({ retryAfter: 9 }, 2004, 'too soon'), status)
      expect(await finish(count())).toEqual({
        ok: false,
        error: { kind: 'refused', code: 2004, message: 'too soon', details: { retryAfter: 9 } },
      })
    }
    expect(sent).toHaveLength(3)
  })

  it('reads code 0 as success, whatever the status', async () => {
    reply(envelope(3), 500)
    expect(await finish(count())).toEqual({ ok: true, value: 3 })
  })

  it.each([
    ['HTML', '<!doctype html><title>Welcome to Hotel Wi-Fi</title>', 200],
    ['truncated JSON', '{"code":0,"message":"ok","res', 200],
    ['no body', null, 204],
    ['an empty text', '', 200],
    ['JSON without an envelope', '{"unread":3}', 200],
    ['a bare null', 'null', 200],
    ['a result of the wrong shape', envelope('three'), 200],
    ['a gateway’s page', '<h1>502 Bad Gateway</h1>', 502],
    ['a rate limit', envelope({ field: 'requests', retryAfter: 9 }, 1012), 429],
  ])('fails with network when it receives %s', async (_, body, status) => {
    reply(body, status)
    expect(await finish(count())).toEqual(network)
    expect(sent).toHaveLength(1)
  })

  it('reads null as an empty result, an empty list, or not found, as the call’s schema allows', async () => {
    reply(envelope(null))
    const params = { orderId: 'order-1' }
    expect(await finish(api.call(signOut, {}))).toEqual({ ok: true, value: {} })
    expect(await finish(api.call(getOrderTrace, { params }))).toEqual({ ok: true, value: [] })
    expect(await finish(api.call(getOrder, { params }))).toEqual({
      ok: false,
      error: { kind: 'refused', code: 1002, message: 'ok', details: null },
    })
    expect(
      await finish(
        api.call(quoteOrder, {
          body: { qrId: 'a', delivery: { kind: 'site', siteId: 'b' }, pieces: 1, declaredValue: 0 },
        }),
      ),
    ).toEqual(network)
  })

  it('fails with network on a body that is cut off', async () => {
    answer(
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode('{"code":0,'))
              controller.error(new TypeError('terminated'))
            },
          }),
        ),
    )
    expect(await finish(count())).toEqual(network)
  })
})

describe('timeouts and retries', () => {
  it('retries a GET once if the connection breaks', async () => {
    answer(cutOff, () => new Response(envelope(3)))
    expect(await finish(count())).toEqual({ ok: true, value: 3 })
    expect(sent).toHaveLength(2)
  })

  it('does not retry a GET twice', async () => {
    answer(cutOff)
    expect(await finish(count())).toEqual(network)
    expect(sent).toHaveLength(2)
  })

  it('never retries a POST without an idempotency key', async () => {
    answer(cutOff)
    const delivery = { kind: 'site' as const, siteId: 'site-2' }
    const facts = { qrId: 'desk-1', delivery, pieces: 1, declaredValue: 0 }
    expect(await finish(api.call(quoteOrder, { body: facts }))).toEqual(network)
    expect(sent).toHaveLength(1)
  })

  it('retries a POST under the same idempotency key', async () => {
    answer(cutOff, () => new Response(envelope(order())))
    expect(await finish(api.call(createOrder, submission))).toEqual({ ok: true, value: order() })
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-of-old', 'key-of-old'])
    expect(sent[0]?.init.body).toEqual(sent[1]?.init.body)
  })

  it('times out an attempt after 10 s and a read after 12 s in total, even with the caller’s signal', async () => {
    answer(silence)
    let result: unknown
    void count({ signal: new AbortController().signal }).then((value) => {
      result = value
    })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1 + 300)
    expect([sent.length, result]).toEqual([2, undefined])
    await vi.advanceTimersByTimeAsync(1_699)
    expect(result).toBe(undefined)
    await vi.advanceTimersByTimeAsync(1)
    expect(result).toEqual(network)
  })

  it('gives each attempt of a POST the full 10 s', async () => {
    answer(silence)
    let result: unknown
    void api.call(createOrder, submission).then((value) => {
      result = value
    })
    await vi.advanceTimersByTimeAsync(10_000 + 300 + 9_999)
    expect([sent.length, result]).toEqual([2, undefined])
    await vi.advanceTimersByTimeAsync(1)
    expect(result).toEqual(network)
  })

  it('gives a call that carries a file 60 s', async () => {
    answer(silence)
    let result: unknown
    const body = { revision: 1, kind: 'invoice' as const, content: 'A'.repeat(200_000) }
    void api.call(operatorAttachInvoice, { params: { orderId: 'order-1' }, body }).then((value) => {
      result = value
    })
    await vi.advanceTimersByTimeAsync(59_999)
    expect([sent.length, result]).toEqual([1, undefined])
    await vi.advanceTimersByTimeAsync(1)
    expect(result).toEqual(network)
  })

  it('times out an endless body after 10 s, and retries the call once', async () => {
    answer(({ init }) => {
      const body = new ReadableStream({
        start(controller) {
          init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
        },
      })
      return new Response(body)
    })
    const result = count()
    await vi.advanceTimersByTimeAsync(12_000)
    expect(await result).toEqual(network)
    expect(sent).toHaveLength(2)
  })

  it('aborts the request without a retry when its caller aborts', async () => {
    answer(silence)
    const leaving = new AbortController()
    const result = count({ signal: leaving.signal })
    await vi.advanceTimersByTimeAsync(1)
    leaving.abort()
    expect(await finish(result)).toEqual(network)
    expect([sent.length, sent[0]?.init.signal?.aborted]).toEqual([1, true])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('clears its timers after a response', async () => {
    reply(envelope(3))
    await count()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a dead token (1010)', () => {
  it('reports a dead token on any call and with any status', async () => {
    for (const status of [200, 401]) {
      reply(envelope(null, 1010), status)
      expect(await finish(count())).toMatchObject({ error: { kind: 'refused', code: 1010 } })
    }
    expect(ended).toBe(2)
  })

  it('ignores a dead token if the token has changed since the request', async () => {
    answer(() => {
      token = 'token-2'
      return new Response(envelope(null, 1010))
    })
    expect(await finish(count())).toEqual(network)
    expect(ended).toBe(0)
  })

  it('reports a dead token from an upload’s response', async () => {
    expect(await api.read(getProfiles, { code: 1010, message: 'not logged in' })).toMatchObject({ ok: false })
    expect(ended).toBe(1)
  })
})

it('shows a reference after a server error, and none after a refusal', async () => {
  const textOf = async (code: number) => {
    answer(
      () => new Response(envelope(null, code), { headers: { 'x-request-id': '0123456789abcdef0123fe07' } }),
    )
    const result = await finish(api.call(countUnread, { query: { types: [] } }))
    const intl = createFormatter('en-US', en)
    return result.ok ? null : failureText(intl, result.error)
  }
  expect(await textOf(1003)).toBe(`${en['error.1003']} Reference: 23FE07`)
  expect(await textOf(5000)).toBe(en['error.5000'])
})
