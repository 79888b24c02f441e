import type { Order } from '@handsfree/core/api'
import {
  createOrderChange,
  type OrderChangeActor,
  selectChangeForm,
  selectChangeOrder,
  selectChangeReading,
  selectChangeStage,
} from '@handsfree/core/change'
import { selectReadingStage } from '@handsfree/core/reading'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { order, qrSite } from '../models/samples.ts'
import { appOn, FakePlatform, FakeServer, Refusal } from './fake-platform.ts'

const read = 'GET /orders/order-1'
const withdraw = 'POST /orders/order-1/change-withdraw'
const open = {
  changeId: 'change-1',
  kind: 'order',
  stage: 'waitDecision',
  createTime: '2026-11-23T02:00:00.000Z',
  dueTime: '2026-11-23T02:15:00.000Z',
  place: null,
  deliveryTime: null,
  difference: { amount: 4900, currency: 'CNY' },
  paymentId: null,
} as const
const changes = { may: 'order', open: null, qrId: 'desk-1' } as const
const free = { ...order({ changes }), trace: [] }
const waiting = { ...order({ changes: { ...changes, open } }), trace: [] }

let server: FakeServer
let platform: FakePlatform
let change: OrderChangeActor

beforeEach(() => {
  server = new FakeServer()
  server.routes['GET /sites/site-2'] = () => ({ ...qrSite.site, siteId: 'site-2', deskQrId: null })
  platform = new FakePlatform(server)
})
afterEach(() => change.stop())

const show = (answer: () => unknown) => {
  server.routes[read] = answer
  change = createOrderChange(appOn(platform), 'order-1')
  change.start()
}
const stage = () => selectChangeStage(change.getSnapshot())
const reading = () => {
  const actor = selectChangeReading(change.getSnapshot())
  return actor && selectReadingStage(actor.getSnapshot())
}
const becomes = (shown: ReturnType<typeof stage>, read: ReturnType<typeof reading>) =>
  vi.waitFor(() => expect([stage(), reading()]).toEqual([shown, read]))

it('reads again on a hint that comes while the order is read', async () => {
  const answers: ((order: Order) => void)[] = []
  show(() => new Promise((resolve) => answers.push(resolve)))
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  platform.comeBack()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.(free)
  answers[1]?.(waiting)
  await becomes('waiting', 'fresh')
})

it('keeps a waiting change that could not be read again, says so, and reads it once online', async () => {
  show(() => waiting)
  await becomes('waiting', 'fresh')
  server.routes[read] = () => new Refusal(1003)
  platform.comeBack()
  await becomes('waiting', 'stale')
  server.routes[read] = () => free
  platform.goOnline(true)
  await becomes('form', 'fresh')
})

it('reads an order by itself that could not be read at first', async () => {
  show(() => new Refusal(1003))
  await becomes('unread', 'failed')
  server.routes[read] = () => free
  platform.goOnline(true)
  await becomes('form', 'fresh')
})

it('keeps the form that is filled in over another reading, until the order waits or is locked', async () => {
  show(() => free)
  await becomes('form', 'fresh')
  const form = selectChangeForm(change.getSnapshot())
  server.routes[read] = () => ({ ...free, remarks: 'by the door' })
  platform.comeBack()
  await vi.waitFor(() => expect(selectChangeOrder(change.getSnapshot())?.remarks).toBe('by the door'))
  expect(selectChangeForm(change.getSnapshot())).toBe(form)
  server.routes[read] = () => waiting
  platform.comeBack()
  await becomes('waiting', 'fresh')
  expect([selectChangeForm(change.getSnapshot()), form?.getSnapshot().status]).toEqual([null, 'stopped'])
})

it('opens a new form once a change is taken back, however the reading goes', async () => {
  show(() => waiting)
  await becomes('waiting', 'fresh')
  server.routes[withdraw] = () => {
    server.routes[read] = () => new Refusal(1003)
    return free
  }
  change.send({ type: 'change.withdraw' })
  await becomes('unread', 'stale')
  server.routes[read] = () => free
  selectChangeReading(change.getSnapshot())?.send({ type: 'reading.retry' })
  await becomes('form', 'fresh')
})

it('shows nothing of an order that is of another account by now', async () => {
  show(() => free)
  await becomes('form', 'fresh')
  server.routes[read] = () => new Refusal(5004)
  platform.comeBack()
  await becomes('unread', 'notThere')
  expect(selectChangeOrder(change.getSnapshot())).toBeNull()
})
