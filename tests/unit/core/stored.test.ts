import { readOrderPreview, writeOrderPreview } from '@handsfree/core/booking'
import { describe, expect, it } from 'vitest'
import { readAuth, readPerson, writeAuth, writePerson } from '../../../core/auth/stored-auth.ts'
import { answerStore, claimStore } from '../../../core/claims/stored-claim.ts'
import { listedPhotos } from '../../../core/photos/held-photos.ts'
import { completeDraft, preview, submission } from '../models/placement.model.ts'
import { account, profile } from '../models/samples.ts'
import { FakeBrowser } from './fake-platform.ts'

const open = (items: Record<string, string> = {}) => {
  const browser = new FakeBrowser()
  browser.items.clear()
  for (const [key, value] of Object.entries(items)) browser.items.set(key, value)
  return { storage: browser.tab(), items: browser.items }
}
const chosenSite = completeDraft.delivery?.kind === 'site' ? completeDraft.delivery.site : ({} as never)
const broken = ['', 'null', '[]', '"text"', '{"version":1}', '{"version":1,', 'undefined']

describe('an unfinished order', () => {
  it.each([
    ['just begun', preview({ photos: [], agreedTerms: null, draft: { ...completeDraft, delivery: null } })],
    [
      'to an address',
      preview({
        draft: { ...completeDraft, delivery: { kind: 'custom', regionId: null, address: 'a', detail: '' } },
      }),
    ],
    ['posted without an answer', preview({ submission })],
    ['placed but unpaid', preview({ orderId: 'order-1' })],
  ])('restores a draft after a reload: %s', (_, written) => {
    const { storage } = open()
    writeOrderPreview(storage, written)
    expect(readOrderPreview(storage, 'uin-1')).toEqual(written)
  })

  it.each([
    ['too many bags', { pieces: 99 }],
    ['no bags', { pieces: 0 }],
    ['remarks that are too long', { remarks: 'x'.repeat(2_000) }],
    ['a negative value', { declaredValue: -1 }],
    ['a value that isn’t an amount', { declaredText: '12,34,5x' }],
  ])('restores an invalid draft: %s', (_, changed) => {
    const { storage } = open()
    const written = preview({ draft: { ...completeDraft, ...changed } })
    writeOrderPreview(storage, written)
    expect(readOrderPreview(storage, 'uin-1')).toEqual(written)
  })

  it('reads an older draft without regions and hours', () => {
    const { regionId: _, timeZone: __, hours: ___, ...site } = chosenSite
    const old = (delivery: object) => ({ ...preview(), draft: { ...completeDraft, delivery } })
    const read = (stored: object) => {
      const { storage } = open({ orderPreview: JSON.stringify({ version: 2, previews: [stored] }) })
      return readOrderPreview(storage, 'uin-1')?.draft
    }
    expect(read(old({ kind: 'site', site }))).toEqual({ ...completeDraft, delivery: { kind: 'site', site } })
    expect(read(old({ kind: 'custom', address: '1 Sea Road', detail: 'x' }))).toEqual({
      ...completeDraft,
      delivery: { kind: 'custom', regionId: null, address: '1 Sea Road', detail: 'x' },
    })
  })

  it('keeps the draft but drops a stored post that the current contract refuses', () => {
    const { storage } = open()
    const delivery = { kind: 'custom', address: '1 Sea Road', detail: '' }
    const posted = {
      ...submission,
      body: { ...submission.body, draft: { ...submission.body.draft, delivery } },
    }
    storage.set('orderPreview', JSON.stringify({ ...preview(), submission: posted }))
    expect(readOrderPreview(storage, 'uin-1')).toEqual(preview({ submission: null }))
  })

  it('restores a post byte for byte, including the order of its fields', () => {
    const { quoteId, termsVersion, draft } = submission.body
    const { qrId, receiver, ...rest } = draft
    const { name, ...phone } = receiver
    const body = { termsVersion, quoteId, draft: { ...rest, receiver: { ...phone, name }, qrId } }
    const { storage } = open()
    writeOrderPreview(storage, preview({ submission: { ...submission, body } }))
    expect(JSON.stringify(readOrderPreview(storage, 'uin-1')?.submission?.body)).toBe(JSON.stringify(body))
  })

  it('returns no draft of another traveller', () => {
    const { storage } = open()
    writeOrderPreview(storage, preview())
    expect([readOrderPreview(storage, 'uin-2'), readOrderPreview(storage, '')]).toEqual([null, null])
  })

  it('fills missing fields of an older draft with defaults', () => {
    const { remarks: _, declaredValue: __, ...draft } = completeDraft
    const { storage } = open({ orderPreview: JSON.stringify({ ...preview(), draft }) })
    expect(readOrderPreview(storage, 'uin-1')).toEqual(preview())
  })

  it('drops a draft of another version or with missing parts', () => {
    const { orderId: _, ...short } = preview()
    for (const text of [...broken, JSON.stringify({ ...preview(), version: 2 }), JSON.stringify(short)]) {
      expect(readOrderPreview(open({ orderPreview: text }).storage, 'uin-1')).toBe(null)
    }
    expect(readOrderPreview(open().storage, 'uin-1')).toBe(null)
  })
})

describe('the stored account', () => {
  const phone = { dialCode: '86', phoneNumber: '13800138000' }

  const nothing = { phone, account: null, requestId: null, sent: null }

  it.each([
    ['signed in', { ...nothing, account }],
    ['signed out', nothing],
    [
      'while a code is typed',
      { ...nothing, requestId: 'request-1', sent: { resendAt: 60_000, expiresAt: 300_000, qrId: 'desk-1' } },
    ],
  ])('restores the stored account: %s', (_, auth) => {
    const { storage } = open()
    writeAuth(storage, auth)
    expect(readAuth(storage)).toEqual(auth)
  })

  it('restores the account stored by an earlier release', () => {
    const auth = JSON.stringify({ version: 1, phone, account })
    expect(readAuth(open({ auth }).storage)).toEqual({ ...nothing, account })
  })

  it('removes the account on sign-out even if the storage is full', () => {
    const { storage, items } = open()
    writeAuth(storage, { ...nothing, account })
    const full = { ...storage, set: () => undefined }
    writeAuth(full, nothing)
    expect(items.has('auth')).toBe(false)
  })

  it('returns null if the stored account is malformed or of another version', () => {
    const other = JSON.stringify({ version: 2, phone, account })
    for (const auth of [...broken, other, JSON.stringify({ version: 1, phone, account: { token: 7 } })]) {
      expect(readAuth(open({ auth }).storage)).toBe(null)
    }
  })

  it('drops a code with malformed times, and keeps the account', () => {
    const auth = JSON.stringify({ version: 1, phone, account, requestId: 7, sent: { resendAt: 'soon' } })
    expect(readAuth(open({ auth }).storage)).toEqual({ ...nothing, account })
  })

  it('stores the profile, and deletes it when it is gone', () => {
    const { storage, items } = open()
    writePerson(storage, profile, true)
    expect(readPerson(storage)).toEqual({ profile, isNameSkipped: true })
    writePerson(storage, null, false)
    expect(items.size).toBe(0)
    for (const person of broken) expect(readPerson(open({ person }).storage)).toBe(null)
  })
})

describe('unsent claims', () => {
  const claim = (orderId: string, words: string, uin = 'uin-1') => ({
    version: 1 as const,
    uin,
    orderId,
    draft: { kind: 'late' as const, words, amount: 0 },
    photos: [],
    heldPhotos: [`photo of ${orderId}`],
    submission: null,
  })

  it('keeps one unsent claim per order and traveller, and removes only the given one', () => {
    const { storage, items } = open()
    for (const [orderId, words] of [
      ['order-1', 'first'],
      ['order-2', 'second'],
      ['order-1', 'changed'],
    ] as const)
      claimStore.write(storage, claim(orderId, words))
    claimStore.write(storage, claim('order-1', 'of another', 'uin-2'))
    const wordsOf = (orderId: string, uin = 'uin-1') =>
      claimStore.read(storage, { uin, orderId })?.draft.words
    expect([wordsOf('order-1'), wordsOf('order-2'), wordsOf('order-1', 'uin-2')]).toEqual([
      'changed',
      'second',
      'of another',
    ])
    expect(listedPhotos(storage)).toEqual(['photo of order-2', 'photo of order-1', 'photo of order-1'])
    claimStore.remove(storage, { uin: 'uin-1', orderId: 'order-1' })
    expect([wordsOf('order-1'), wordsOf('order-2')]).toEqual([undefined, 'second'])
    claimStore.remove(storage, { uin: 'uin-1', orderId: 'order-2' })
    claimStore.remove(storage, { uin: 'uin-2', orderId: 'order-1' })
    expect(items.has('claimDraft')).toBe(false)
  })

  it('keeps unsent claim answers per traveller, claim and action', () => {
    const { storage, items } = open()
    const answer = { uin: 'uin-1', claimId: 'claim-1', action: 'askAgain' as const }
    claimStore.write(storage, claim('order-1', 'first'))
    answerStore.write(storage, { ...answer, words: 'It was new' })
    answerStore.write(storage, { ...answer, action: 'complain', words: 'Nobody calls' })
    claimStore.write(storage, claim('order-2', 'second'))
    claimStore.remove(storage, { uin: 'uin-1', orderId: 'order-1' })
    claimStore.remove(storage, { uin: 'uin-1', orderId: 'order-2' })
    const others = [
      { ...answer, uin: 'uin-2' },
      { ...answer, claimId: 'claim-2' },
    ]
    expect([answer, ...others].map((one) => answerStore.read(storage, one)?.words)).toEqual([
      'It was new',
      undefined,
      undefined,
    ])
    answerStore.remove(storage, answer)
    expect(answerStore.read(storage, { ...answer, action: 'complain' })?.words).toBe('Nobody calls')
    answerStore.remove(storage, { ...answer, action: 'complain' })
    expect(items.has('claimDraft')).toBe(false)
  })

  it('keeps the latest eight unsent claims', () => {
    const { storage } = open()
    for (let number = 1; number <= 9; number++) claimStore.write(storage, claim(`order-${number}`, 'late'))
    expect(claimStore.read(storage, { uin: 'uin-1', orderId: 'order-1' })).toBeNull()
    expect(claimStore.read(storage, { uin: 'uin-1', orderId: 'order-2' })).not.toBeNull()
  })
})
