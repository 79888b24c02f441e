import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { deletionCodeStore } from '../../../core/account/create-account.ts'
import { profileStore } from '../../../core/account/create-profile.ts'
import { savedStore } from '../../../core/account/create-saved.ts'
import { readAuth, readPerson } from '../../../core/auth/stored-auth.ts'
import { isPlaced, readOrderPreview, readRecentRecipientName } from '../../../core/booking/preview.ts'
import { feedbackStore } from '../../../core/claims/create-feedback.ts'
import { claimStore } from '../../../core/claims/stored-claim.ts'
import type { KeyValueStorage } from '../../../core/lib/platform.ts'
import { announcementStore, readDismissed } from '../../../core/notifications/create-announcements.ts'
import { readCachedOrderList } from '../../../core/orders/cached-order-lists.ts'
import { readCachedOrder } from '../../../core/orders/cached-orders.ts'
import { readCardPictures } from '../../../core/orders/card-pictures.ts'
import { handoverStore } from '../../../core/orders/create-handover.ts'
import { readStoredChange } from '../../../core/orders/create-order-change.ts'
import { returnStore } from '../../../core/orders/create-order-return.ts'
import { FakeBrowser } from './fake-platform.ts'

const folder = new URL('./stored/', import.meta.url)
const releases = readdirSync(folder).map((file) => file.replace('.json', ''))

/** Storage written by a release. The files are frozen: each release adds one. */
const open = (release: string) => {
  const stored = JSON.parse(readFileSync(new URL(`${release}.json`, folder), 'utf8'))
  const browser = new FakeBrowser()
  for (const [key, value] of Object.entries(stored))
    browser.items.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  return { stored, storage: browser.tab() }
}

it('has the stored data of every release', () => {
  expect(releases).toEqual(['0.1.0', '0.2.0', '0.3.0', '0.4.0'])
})

it.each(releases)('reads everything that %s stored', (release) => {
  const { stored, storage } = open(release)
  const [{ version: _, ...address }, { version: __, ...toSite }] = stored.orderPreview.previews
  expect(readOrderPreview(storage, 'uin-1', 'desk-2')).toMatchObject({ ...address, qrId: 'desk-2' })
  expect(readOrderPreview(storage, 'uin-1', 'desk-1')).toMatchObject({ ...toSite, qrId: 'desk-1' })
  const [{ order, ...kept }] = stored.keptOrders.orders
  const { regions, lifecycle = regions, ...facts } = order
  const read = readCachedOrder(storage, { uin: 'uin-1', locale: 'zh-CN' }, 'order-1')
  expect(read).toMatchObject({ ...kept, order: { ...facts, lifecycle } })
  const { version: ___, ...auth } = stored.auth
  expect(readAuth(storage)).toMatchObject(auth)
  const person = readPerson(storage)
  const times = { updateTime: new Date('2026-11-20T08:00:00Z'), createTime: new Date('2026-11-20T08:00:00Z') }
  expect(person).toMatchObject({ profile: { ...stored.person.profile, ...times }, isNameSkipped: true })
  // Fields added by later releases get their defaults.
  expect(feedbackStore.read(storage, { uin: 'uin-1' })).toEqual({ heldPhotos: [], ...stored.feedbackDraft })
})

/** Earlier releases didn't store this data. */
it.each(releases.slice(2))('reads lists, forms and announcements that %s stored', (release) => {
  const { stored, storage } = open(release)
  const { pages, readAt } = stored.keptLists.views['201']
  expect(readCachedOrderList(storage, { uin: 'uin-1', locale: 'zh-CN' }, 201)).toMatchObject({
    pages,
    readAt,
  })
  expect(profileStore.read(storage, { uin: 'uin-1' })).toEqual(stored.profileDraft)
  const { claims: [claim] = [stored.claimDraft] } = stored.claimDraft
  expect(claimStore.read(storage, { uin: 'uin-1', orderId: 'order-1' })).toEqual(claim)
  expect(announcementStore.read(storage, { locale: 'zh-CN' })).toEqual(stored.announcements)
  expect(readDismissed(storage)).toEqual(stored.dismissed)
  expect(isPlaced(storage, stored.placedDrafts.keys[0])).toBe(true)
})

it.each(releases.slice(3))(
  'reads changes, returns, handovers and saved entries that %s stored',
  (release) => {
    const { stored, storage } = open(release)
    const owner = { uin: 'uin-1', orderId: 'order-1' }
    const [change] = stored.changeDraft.changes
    expect(readStoredChange(storage, { ...owner, about: change.about })).toEqual(change)
    expect(returnStore.read(storage, owner)).toEqual(stored.returnDraft)
    expect(handoverStore.read(storage, { uin: 'uin-1', token: 'link-1' })).toEqual(stored.handoverDraft)
    expect(savedStore.read(storage, { uin: 'uin-1', locale: 'zh-CN' })).toEqual(stored.keptSaved)
    expect(readCardPictures(storage)).toEqual(stored.cardPictures)
    expect(deletionCodeStore.read(storage, { uin: 'uin-1' })).toEqual(stored.deletionCode)
    expect(readRecentRecipientName(storage)).toBe(stored.recentRecipientName)
  },
)

type Posting = { submission: { idempotencyKey: string; body: object } | null } | null
type PostingStore = { key: string; read: (storage: KeyValueStorage) => Posting }
const postings: [string, PostingStore][] = [
  ['feedback', { key: 'feedbackDraft', read: (storage) => feedbackStore.read(storage, { uin: 'uin-1' }) }],
  [
    'a claim',
    { key: 'claimDraft', read: (storage) => claimStore.read(storage, { uin: 'uin-1', orderId: 'order-1' }) },
  ],
]

/** The server compares the bytes of a repeat with those of the first post. */
it.each(postings)(
  'restores the submission of %s byte for byte as another release stored it',
  (_, { key, read }) => {
    const { stored, storage } = open(releases.at(-1)!)
    const { claims: [form] = [stored[key]] } = stored[key]
    const fields = Object.entries(form.submission.body)
    const body = Object.fromEntries([['ofAnotherRelease', true], ...fields.reverse()])
    storage.set(key, JSON.stringify({ ...form, submission: { idempotencyKey: 'k', body } }))
    expect(JSON.stringify(read(storage)?.submission)).toBe(JSON.stringify({ idempotencyKey: 'k', body }))
  },
)
