import { fail, ok } from '@handsfree/core'
import type { OrderDraft } from '@handsfree/core/api'
import {
  type Draft,
  emptyDraft,
  type OrderPreview,
  ownAddressFrom,
  type PlacementContext,
  type PlacementInput,
  placementMachine,
  type Submission,
  selectDraftProblems,
} from '@handsfree/core/order'
import { summarizePhotos } from '@handsfree/core/photo'
import { policy } from '@handsfree/core/policy'
import { defineModel } from '../../statecharts/paths/machine-model.ts'
import { orderDraft } from '../order-draft.ts'
import { isStored, postsOncePerKey } from './laws.ts'
import { photoSetWorld, photosChanged } from './photo-world.ts'
import { offline, order, qrSite, quote, refused } from './samples.ts'

export const me = { who: 'me', name: 'Lin', dialCode: '86', phoneNumber: '13800138000' } as const

/** A visitor as the receiver: nothing is known. */
const nobody = { ...me, name: '', phoneNumber: '' }

/** Everything that the form asks for, but the photos. */
export const completeDraft: Draft = {
  ...emptyDraft(me),
  delivery: {
    kind: 'site',
    site: {
      siteId: 'site-2',
      name: 'Pudong Airport T2',
      address: 'Terminal 2',
      storage: true,
      regionId: 'shanghai',
      timeZone: 'Asia/Shanghai',
      hours: null,
    },
  },
  pickupTime: '2026-11-24T10:00:00+08:00',
  deliveryTime: '2026-11-24T15:00:00+08:00',
}

/** What an earlier visit left of a complete order. */
export const preview = (changed: Partial<OrderPreview> = {}): OrderPreview => ({
  version: 1,
  uin: 'uin-1',
  qrId: 'desk-1',
  draft: completeDraft,
  photos: ['/files/1'],
  heldPhotos: [],
  sendingPhotos: [],
  news: null,
  agreedTerms: policy.termsVersion,
  openParts: [],
  draftKey: 'd'.repeat(32),
  submission: null,
  orderId: null,
  ...changed,
})

/** `completeDraft` as it is posted. */
export const completeOrderDraft: OrderDraft = {
  ...orderDraft,
  qrId: 'desk-1',
  delivery: { kind: 'site', siteId: 'site-2' },
  pickupTime: '2026-11-24T10:00:00+08:00',
  deliveryTime: '2026-11-24T15:00:00+08:00',
  pieces: 1,
  photos: ['/files/1'],
  receiver: { name: 'Lin', dialCode: '86', phoneNumber: '13800138000' },
}

/** A post of an earlier visit that got no answer. */
export const submission: NonNullable<OrderPreview['submission']> = {
  idempotencyKey: 'key-of-old',
  body: {
    draft: completeOrderDraft,
    quoteId: 'quote-of-old',
    termsVersion: policy.termsVersion,
  },
}

export const start =
  (restored: OrderPreview | null, resume: PlacementInput['resume'] = 'editing', hasAccount = true) =>
  ({ now, newKey }: Pick<PlacementInput, 'now' | 'newKey'>): PlacementInput => ({
    qrId: 'desk-1',
    restored,
    resume,
    hasAccount,
    now,
    newKey,
    me: () => (hasAccount ? me : nobody),
    isValidPhone: ({ phoneNumber }) => phoneNumber.length === 11,
  })

/** An order from the scanned code to the payment; its photos report as steps, its payment is an outcome. */
export const placementModel = defineModel<typeof placementMachine>({
  machine: placementMachine,
  starts: {
    'a code is scanned': start(null),
    'a visitor scans a code': start(null, 'editing', false),
    'a page that brings its site': (around) => ({ ...start(null)(around), place: qrSite }),
    'a half-made order': start(preview({ draft: { ...completeDraft, delivery: null }, agreedTerms: null })),
    'a post without an answer': start(preview({ submission })),
    'an order that is not paid': start(preview({ orderId: 'order-1' })),
    'the confirmation, reloaded': start(preview(), 'confirming'),
    'the confirmation of another price, reloaded': start(preview({ news: 'priceChanged' }), 'confirming'),
    'a confirmation with another price that is no longer complete': start(
      preview({ news: 'quoteExpired', draft: { ...completeDraft, delivery: null } }),
      'confirming',
    ),
    'the confirmation, reloaded while posting': start(preview({ submission }), 'confirming'),
    'the confirmation, reloaded while paying': start(preview({ orderId: 'order-1' }), 'confirming'),
  },
  samples: {
    'placement.retry': { '': {} },
    'draft.change': {
      complete: { patch: completeDraft },
      // Nobody can take a place away, only ask for an address and leave it empty.
      incomplete: { patch: { delivery: ownAddressFrom(qrSite) } },
    },
    'part.open': { '': { part: 'when' } },
    'part.close': { '': { part: 'when' } },
    'draft.found': {
      changed: { draft: completeDraft, photos: [], heldPhotos: [], draftKey: 'draft-found', isPosted: false },
      posted: { draft: completeDraft, photos: [], heldPhotos: [], draftKey: 'draft-found', isPosted: true },
    },
    'account.signedIn': { '': {} },
    'receiver.choose': { me: { who: 'me' }, other: { who: 'other' } },
    'photos.changed': photosChanged,
    'draft.review': { '': {} },
    'terms.agree': { '': {} },
    'terms.decline': { '': {} },
    'order.edit': { '': {} },
    'order.submit': { '': {} },
  },
  toldBy: { 'photos.changed': 'photoSet' },
  outcomes: {
    resolveQr: {
      found: ok(qrSite),
      'unknown site': fail(refused(3002)),
      'server broken': fail(refused(1003)),
      offline: fail(offline),
    },
    quoteOrder: { quoted: ok(quote()), refused: fail(refused(1008)), offline: fail(offline) },
    createOrder: {
      made: ok(order()),
      'made, free of charge': ok(order({ total: { amount: 0, currency: 'CNY' } })),
      'price changed': fail(refused(8003, quote({ quoteId: 'quote-2' }))),
      refused: fail(refused(1008, { field: 'pickupTime' })),
      'sent by another tab': fail(refused(1008, { field: 'idempotencyKey' })),
      offline: fail(offline),
    },
    payment: { paid: { orderId: 'order-1' } },
  },
  delays: { quoteLifetime: [900_000] },
  sleep: 900_000,
  facts: (snapshot) => {
    const { photos = null, ...others } = selectDraftProblems(snapshot)
    const { place, agreedTerms, submission, orderId, hasAccount, photos: photoActors } = snapshot.context
    return {
      knowsPlace: place !== null,
      photoProblem: photos,
      hasProblems: Object.keys(others).length > 0,
      hasAgreed: agreedTerms !== null,
      isPosted: submission !== null,
      orderId,
      hasAccount,
      holdsPhotos: summarizePhotos(photoActors).held > 0,
      isQuoteOld:
        snapshot.matches('confirming') && snapshot.context.now() - snapshot.context.quotedAt >= 900_000,
    }
  },
  laws: {
    'one key, one post': ({ calls }) => postsOncePerKey(calls, 'createOrder', (input) => input as Submission),
    'nothing incomplete is posted': ({ calls }) =>
      calls
        .filter(({ id }) => id === 'createOrder')
        .map(({ input }) => (input as Submission).body)
        .every(
          ({ draft, quoteId, termsVersion }) =>
            draft.photos.length > 0 &&
            draft.delivery.kind === 'site' &&
            draft.receiver.name !== '' &&
            quoteId !== '' &&
            termsVersion === policy.termsVersion,
        ),
    'nothing is priced or posted without an account': ({ snapshot, calls }) =>
      snapshot.context.hasAccount || calls.every(({ id }) => id !== 'quoteOrder' && id !== 'createOrder'),
    'a reload finds what is shown': (witness) =>
      // What another tab has stored is stored.
      witness.snapshot.context.draftKey === 'draft-found' ||
      isStored<PlacementContext>(
        witness,
        'saveDraft',
        ({ draft, draftKey, agreedTerms, submission, orderId, problem }) => [
          problem?.code === 'priceChanged' || problem?.code === 'quoteExpired' ? problem.code : null,
          draft,
          draftKey,
          agreedTerms,
          submission,
          orderId,
        ],
      ),
    'a post is kept until it is answered': ({ snapshot }) =>
      !(snapshot.matches('creating') || snapshot.matches('outcomeUnknown')) ||
      snapshot.context.submission !== null,
    'what was filled in is forgotten once, when the order is placed': ({ snapshot, effects, emitted }) => {
      const placed = snapshot.matches('placed') ? 1 : 0
      return (
        effects.filter(({ name }) => name === 'forgetDraft').length === placed &&
        emitted.filter(({ type }) => type === 'placement.placed').length === placed
      )
    },
  },
  simple: { steps: 14, paths: 40 },
  spawned: photoSetWorld,
})
