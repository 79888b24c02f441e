import { emptyDraft, type OrderPreview, unplacedDraftQrId, watchDrafts } from '@handsfree/core/booking'
import { beforeEach, expect, it } from 'vitest'
import { preview } from '../../models/placement.model.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer } from '../fake-platform.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})

const appOf = (uin: string | null) => {
  browser.signIn(uin === null ? null : { token: 't', uin })
  return appOn(new FakePlatform(new FakeServer(), browser))
}
const store = (...previews: OrderPreview[]) =>
  browser.items.set('orderPreview', JSON.stringify({ version: 2, previews }))
const { receiver } = preview().draft
const blank = emptyDraft({ ...receiver, who: 'me' }, '1208')

it('finds the latest draft that is not placed', () => {
  store(preview({ qrId: 'paid-for', orderId: 'order-1' }), preview({ qrId: 'desk-2' }), preview())
  expect(unplacedDraftQrId(appOf('uin-1'))).toBe('desk-2')
})

it('finds only drafts of the signed-in traveller, or of the visitor', () => {
  store(preview({ uin: '', qrId: 'desk-2' }), preview())
  expect([
    unplacedDraftQrId(appOf('uin-1')),
    unplacedDraftQrId(appOf(null)),
    unplacedDraftQrId(appOf('uin-2')),
  ]).toEqual(['desk-1', 'desk-2', null])
})

it('ignores a draft with nothing filled in', () => {
  store(preview({ draft: blank, photos: [] }))
  expect(unplacedDraftQrId(appOf('uin-1'))).toBe(null)
})

it('finds the draft of a visitor who typed only a name', () => {
  const named = (name: string) => ({
    ...preview({ uin: '', draft: emptyDraft({ ...receiver, who: 'me', name, phoneNumber: '' }) }),
    photos: [],
  })
  store(named(''))
  expect(unplacedDraftQrId(appOf(null))).toBe(null)
  store(named('Lin'))
  expect(unplacedDraftQrId(appOf(null))).toBe('desk-1')
})

it('finds a draft with another receiver’s name after the traveller chose themselves', () => {
  const left = (name: string) =>
    preview({ draft: blank, photos: [], leftReceiver: { ...receiver, who: 'other', name, phoneNumber: '' } })
  store(left(''))
  expect(unplacedDraftQrId(appOf('uin-1'))).toBe(null)
  store(left('Robin'))
  expect(unplacedDraftQrId(appOf('uin-1'))).toBe('desk-1')
})

it.each([
  ['a place', { delivery: preview().draft.delivery }],
  ['a pickup time', { pickupTime: '2026-11-24T10:00:00+08:00' }],
  ['a delivery time', { deliveryTime: '2026-11-24T15:00:00+08:00' }],
  ['a second bag', { pieces: 2 }],
  ['a value', { declaredValue: 1 }],
  ['remarks', { remarks: 'Two blue suitcases' }],
  ['another receiver', { receiver: { ...receiver, who: 'other' as const } }],
])('finds a draft with only %s', (_, filled) => {
  store(preview({ draft: { ...blank, ...filled }, photos: [] }))
  expect(unplacedDraftQrId(appOf('uin-1'))).toBe('desk-1')
})

it('finds a draft with only a photo', () => {
  store(preview({ draft: blank, photos: ['/files/1'] }))
  expect(unplacedDraftQrId(appOf('uin-1'))).toBe('desk-1')
})

it('reports drafts changed in another tab until it is stopped', () => {
  const platform = new FakePlatform(new FakeServer(), browser)
  const other = browser.tab()
  let changes = 0
  const stop = watchDrafts(appOn(platform), () => {
    changes += 1
  })
  const { storage } = platform
  other.set('language', 'zh-CN')
  storage.deliver()
  other.set('orderPreview', '{}')
  storage.deliver()
  stop()
  other.remove('orderPreview')
  storage.deliver()
  expect(changes).toBe(1)
})
