import { type App, createApp, demoStaticKey } from '@handsfree/core'
import { afterEach, expect, it, vi } from 'vitest'
import { FakePlatform, FakeServer } from '../../unit/core/fake-platform.ts'
import { useServer } from '../use-server.ts'

const hour = 3_600_000
const server = useServer()
let app: App | undefined

afterEach(() => app?.stop())

it('sends its clock’s time in the Date header of every response', async () => {
  const time = server.services.now()
  time.setMilliseconds(0)
  for (const url of ['/api/op-config/contact', '/api/orders', '/api/nothing', '/health', '/']) {
    const { headers } = await server.app.inject({ url })
    expect([url, Date.parse(String(headers.date))]).toEqual([url, time.getTime()])
  }
})

it.each([
  ['26 h slow', -26 * hour],
  ['30 h fast', 30 * hour],
  ['6 min fast', 6 * 60_000],
])('connects a phone whose clock is %s to the broker', async (_, ahead) => {
  const account = await server.signIn()
  const platform = new FakePlatform(new FakeServer())
  platform.now = () => server.services.now().getTime() + ahead
  const refused: string[] = []
  Object.assign(platform, {
    fetch: async (input: string, { method, headers, body }: Record<string, never>) => {
      const answer = await server.app.inject({ url: input, method, headers, payload: body })
      if (answer.json().code !== 0) refused.push(`${input} ${answer.json().code}`)
      return new Response(answer.body, { headers: { date: String(answer.headers.date) } })
    },
  })
  platform.storage.set(
    'auth',
    JSON.stringify({ version: 1, phone: { dialCode: '86', phoneNumber: '' }, account }),
  )
  app = createApp(platform, { baseUrl: '', staticKey: demoStaticKey, brokerScheme: 'wss' })
  app.start()
  await vi.waitFor(() => expect(platform.lines).toHaveLength(1), { timeout: 10_000, interval: 5 })
  expect(platform.lines[0]?.options).toMatchObject({ clientId: `TMS-${account.uin}`, username: account.uin })
  // The client signed both before the server's first response.
  expect(refused.filter((call) => !/^\/api\/oss\/secrets\/[dc]k 1001$/.test(call))).toEqual([])
  expect(refused.length).toBeLessThanOrEqual(2)
})
