import { createOngoingCount } from '@handsfree/core/orders'
import { afterEach, expect, it, vi } from 'vitest'
import { appOn, FakePlatform, FakeServer, Refusal } from '../fake-platform.ts'

const server = new FakeServer()
const platform = new FakePlatform(server)
const app = appOn(platform)
const counted = 'GET /orders/ongoing-count'

const actor = { stop: () => {} }
afterEach(() => actor.stop())

const counting = () => {
  const count = createOngoingCount(app)
  actor.stop = () => count.stop()
  count.start()
  return () => count.getSnapshot().context.value
}

it('counts on start and on each return, and keeps the count if a fetch fails', async () => {
  server.routes[counted] = () => 2
  const count = counting()
  expect(count()).toBeNull()
  await vi.waitFor(() => expect(count()).toBe(2))
  server.routes[counted] = () => new Refusal(1003)
  platform.comeBack()
  await vi.waitFor(() => expect(server.of(counted)).toHaveLength(2))
  expect(count()).toBe(2)
  server.routes[counted] = () => 3
  platform.comeBack()
  await vi.waitFor(() => expect(count()).toBe(3))
})

it('ignores an older answer that arrives after a newer one', async () => {
  const answers: ((count: number) => void)[] = []
  server.routes[counted] = () => new Promise((resolve) => answers.push(resolve))
  const count = counting()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  platform.comeBack()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(5)
  await vi.waitFor(() => expect(count()).toBe(5))
  answers[0]?.(4)
  await new Promise((done) => setImmediate(done))
  expect(count()).toBe(5)
})
