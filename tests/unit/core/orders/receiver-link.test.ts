import { selectReadingStage } from '@handsfree/core/lib'
import { createReceiverLink, selectReceiverLinkReading } from '@handsfree/core/orders'
import { expect, it, vi } from 'vitest'
import { appOn, FakePlatform, FakeServer, Refusal } from '../fake-platform.ts'

const link = {
  path: '/trip/abcdefghijklmnopqrstuv',
  showsClaimCode: false,
  createTime: '2026-11-21T02:00:00Z',
  endTime: null,
}
const call = 'GET /orders/o/receiver-link'

it('refetches the link when the device is online again, on return and after it is created', async () => {
  const server = new FakeServer()
  const platform = new FakePlatform(server)
  server.routes[call] = () => new Refusal(1003)
  const actor = createReceiverLink(appOn(platform), 'o')
  actor.start()
  const stage = () =>
    selectReadingStage(selectReceiverLinkReading(actor.getSnapshot())?.getSnapshot() as never)
  await vi.waitFor(() => expect([actor.getSnapshot().value, stage()]).toEqual(['unread', 'failed']))
  let reads = 0
  server.routes[call] = () => {
    reads += 1
    return { link: null }
  }
  platform.goOnline(true)
  await vi.waitFor(() => expect([actor.getSnapshot().value, stage()]).toEqual(['none', 'fresh']))
  server.routes['POST /orders/o/receiver-link'] = () => ({ link })
  server.routes[call] = () => {
    reads += 1
    return { link }
  }
  actor.send({ type: 'link.make', showsClaimCode: false })
  await vi.waitFor(() => expect([actor.getSnapshot().value, stage(), reads]).toEqual(['made', 'fresh', 2]))
  server.routes[call] = () => new Refusal(1003)
  platform.comeBack()
  await vi.waitFor(() => expect([actor.getSnapshot().value, stage()]).toEqual(['made', 'stale']))
  actor.stop()
})
