import type { Draft } from '@handsfree/core/booking'
import { selectReadingStage } from '@handsfree/core/lib'
import {
  createOrderChange,
  type OrderChangeActor,
  selectChangeForm,
  selectChangeOrder,
  selectChangeReading,
  selectChangeStage,
} from '@handsfree/core/orders'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { order, qrSite } from '../../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer, Refusal } from '../fake-platform.ts'

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
let browser: FakeBrowser
let platform: FakePlatform
let change: OrderChangeActor

beforeEach(() => {
  server = new FakeServer()
  server.routes['GET /sites/site-2'] = () => ({ ...qrSite.site, siteId: 'site-2', deskQrId: null })
  browser = new FakeBrowser()
  browser.signIn()
  platform = new FakePlatform(server, browser)
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

it('keeps the form on a refetch until a change is pending', async () => {
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

it('opens a new form after a change is withdrawn, even if the refetch fails first', async () => {
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

it('hides an order that is no longer accessible', async () => {
  show(() => free)
  await becomes('form', 'fresh')
  server.routes[read] = () => new Refusal(5004)
  platform.comeBack()
  await becomes('unread', 'notThere')
  expect(selectChangeOrder(change.getSnapshot())).toBeNull()
})

describe('an unsent change', () => {
  const form = () => selectChangeForm(change.getSnapshot())
  const fill = (patch: Partial<Draft>) => form()?.send({ type: 'draft.change', patch })
  const draft = () => form()?.getSnapshot().context.draft
  const stored = () => JSON.parse(browser.items.get('changeDraft') ?? '{"changes":[]}').changes.length
  const reload = async (answer: () => unknown = () => free) => {
    change.stop()
    platform = new FakePlatform(server, browser)
    show(answer)
    await vi.waitFor(() => expect([stage(), reading()]).not.toEqual(['unread', 'loading']))
  }
  const begin = async () => {
    show(() => free)
    await becomes('form', 'fresh')
    await vi.waitFor(() => expect(form()?.getSnapshot().matches('open')).toBe(true))
  }

  it('restores an unsent change and its open parts after a reload', async () => {
    await begin()
    const receiver = { who: 'other', name: 'Rob', dialCode: '44', phoneNumber: '79' } as const
    form()?.send({ type: 'part.open', part: 'remarks' })
    fill({ pieces: 3, receiver, remarks: 'by the d' })
    const [was, parts] = [draft(), form()?.getSnapshot().context.openParts]
    await reload()
    expect(draft()).toEqual(was)
    expect(form()?.getSnapshot().context.openParts).toEqual(parts)
  })

  it('restores the other receiver’s details when they are chosen again after a reload', async () => {
    await begin()
    const receiver = { who: 'other', name: 'Rob', dialCode: '44', phoneNumber: '79' } as const
    fill({ pieces: 3, receiver })
    form()?.send({ type: 'receiver.choose', who: 'me' })
    await reload()
    form()?.send({ type: 'receiver.choose', who: 'other' })
    expect(draft()?.receiver).toEqual(receiver)
  })

  it('restores the chosen place with its current name, or its stored one if it cannot be fetched', async () => {
    await begin()
    const { siteId: _, ...site } = { ...qrSite.site, address: 'x' }
    fill({ delivery: { kind: 'site', site: { ...site, siteId: 'site-3', name: 'Old name' } } })
    server.routes['GET /sites/site-3'] = () => ({
      ...qrSite.site,
      siteId: 'site-3',
      name: 'New name',
      deskQrId: null,
    })
    const left = browser.items.get('changeDraft') ?? ''
    await reload()
    expect(draft()?.delivery).toMatchObject({ site: { siteId: 'site-3', name: 'New name' } })
    browser.items.set('changeDraft', left)
    delete server.routes['GET /sites/site-3']
    await reload()
    expect(draft()?.delivery).toMatchObject({ site: { siteId: 'site-3', name: 'Old name' } })
  })

  it('stores an unsent change per order and traveller', async () => {
    await begin()
    fill({ pieces: 3 })
    expect(stored()).toBe(1)
    const [text] = [browser.items.get('changeDraft') ?? '']
    browser.items.set('changeDraft', text.replace('order-1', 'order-2'))
    fill({ pieces: 4 })
    expect(stored()).toBe(2)
    browser.items.set('changeDraft', text.replace('uin-1', 'uin-2'))
    await reload()
    expect(draft()?.pieces).toBe(free.pieces)
  })

  it.each([
    ['has a pending change', waiting],
    ['may no longer be changed', { ...free, changes: { ...changes, may: null } }],
  ])('drops an unsent change when the order %s', async (_, answer) => {
    await begin()
    fill({ pieces: 3 })
    await reload(() => answer)
    expect([form(), stored()]).toEqual([null, 0])
  })

  it('drops an unsent change when the order’s facts have changed', async () => {
    await begin()
    fill({ remarks: 'x' })
    await reload(() => ({ ...free, pieces: 7 }))
    expect(draft()).toMatchObject({ pieces: 7, remarks: free.remarks })
    await reload(() => ({ ...free, changes: { ...changes, may: 'destination' } }))
    expect(draft()?.remarks).toBe(free.remarks)
  })
})
