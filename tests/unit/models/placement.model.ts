import { fail, ok } from '@handsfree/core'
import {
  type OrderPreview,
  type PlacementContext,
  type PlacementInput,
  type PostedOrder,
  placementMachine,
  selectDraftProblems,
} from '@handsfree/core/booking'
import type { OrderDraft } from '@handsfree/core/contract'
import type { SubmissionInput } from '@handsfree/core/lib'
import { summarizePhotos } from '@handsfree/core/photos'
import { policy } from '@handsfree/core/policy'
import { createActor, type SnapshotFrom, transition } from 'xstate'
import { previewOf, quoteProblemOf } from '../../../core/booking/placement.ts'
import { readOrderPreview, writeOrderPreview } from '../../../core/booking/preview.ts'
import { defineModel, type RunRecord } from '../../../statecharts/paths/machine-model.ts'
import { orderDraft } from '../../order-draft.ts'
import { completeDraft, draftFormWorld, formChanged, me } from './form-world.ts'
import { memoryStorage, restoredAfterReload } from './laws.ts'
import { offline, order, qrSite, quote, refused } from './samples.ts'
import { submissionNews, toldBySubmission } from './submission.model.ts'

export { completeDraft, me } from './form-world.ts'

/** A visitor as the receiver, without any data. */
const nobody = { ...me, name: '', phoneNumber: '' }

/** An earlier visit's stored preview of a complete order. */
export const preview = (changed: Partial<OrderPreview> = {}): OrderPreview => ({
  version: 1,
  uin: 'uin-1',
  qrId: 'desk-1',
  draft: completeDraft,
  photos: ['/files/1'],
  leftReceiver: null,
  heldPhotos: [],
  sendingPhotos: [],
  news: null,
  agreedTerms: policy.termsVersion,
  consent: null,
  openParts: [],
  draftKey: 'd'.repeat(32),
  submission: null,
  orderId: null,
  ...changed,
})

/** `completeDraft` as the body of a post. */
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

/** An earlier visit's post without a response. */
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
    missingConsent: () => null,
  })

const restarted = placementMachine.provide({ actors: draftFormWorld.logic(() => ({})) as never })

/** Photos are stored by their set, which has its own laws. */
const keptOf = ({ form, initialForm: left, agreedTerms, submission, orderId }: PlacementContext) => [
  form?.getSnapshot().context.draft ?? left?.draft ?? null,
  agreedTerms,
  submission,
  orderId,
]

/** The same page's placement in the next visit, restored from this visit's storage. */
function reopened(
  witness: RunRecord<typeof placementMachine>,
  resume: PlacementInput['resume'],
): SnapshotFrom<typeof placementMachine> {
  const { input, snapshot } = witness
  const restored = restoredAfterReload<PlacementContext, OrderPreview | null>(
    witness,
    input.restored,
    (context) => {
      const storage = memoryStorage()
      writeOrderPreview(storage, previewOf(context, 'uin-1'))
      return readOrderPreview(storage, 'uin-1', 'desk-1')
    },
  )
  const again = { ...input, restored, resume, hasAccount: snapshot.context.hasAccount }
  return createActor(restarted, { input: again }).getSnapshot()
}

/** An order from the scanned code to the payment. Its form reports as steps, its payment is an outcome. */
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
    'draft.found': {
      '': { draft: completeDraft, leftReceiver: null, photos: [], heldPhotos: [], draftKey: 'draft-found' },
    },
    'draft.posted': { '': {} },
    'account.signedIn': { '': {} },
    'form.changed': formChanged,
    'form.adopted': { '': {} },
    'draft.review': { '': {} },
    'terms.agree': { '': {} },
    'terms.decline': { '': {} },
    'order.edit': { '': {} },
    'order.submit': { '': {} },
    ...submissionNews(
      submission,
      { made: order(), 'made, free of charge': order({ total: { amount: 0, currency: 'CNY' } }) },
      {
        'price changed': refused(8003, quote({ quoteId: 'quote-2' })),
        refused: refused(1008, { field: 'pickupTime' }),
        'sent by another tab': refused(1008, { field: 'idempotencyKey' }),
      },
    ),
  },
  sentBy: { 'form.changed': 'draftForm', 'form.adopted': 'draftForm', ...toldBySubmission },
  outcomes: {
    resolveQr: {
      found: ok(qrSite),
      'unknown site': fail(refused(3002)),
      'server broken': fail(refused(1003)),
      offline: fail(offline),
    },
    quoteOrder: { quoted: ok(quote()), refused: fail(refused(1008)), offline: fail(offline) },
    payment: { paid: { orderId: 'order-1' } },
  },
  delays: { quoteLifetime: [900_000] },
  sleepMs: 900_000,
  facts: (snapshot) => {
    const { form, agreedTerms, submission, orderId, hasAccount } = snapshot.context
    const formSnapshot = form?.getSnapshot()
    const { photos = null, ...others } = formSnapshot ? selectDraftProblems(formSnapshot) : {}
    return {
      hasForm: form !== null,
      showsErrors: snapshot.matches('editing') && formSnapshot?.matches({ open: 'showingErrors' }) === true,
      photoProblem: photos,
      hasProblems: Object.keys(others).length > 0,
      hasAgreed: agreedTerms !== null,
      isPosted: submission !== null,
      orderId,
      hasAccount,
      holdsPhotos: formSnapshot ? summarizePhotos(formSnapshot.context.photos).held > 0 : false,
      isQuoteOld:
        snapshot.matches('confirming') && snapshot.context.now() - snapshot.context.quotedAt >= 900_000,
    }
  },
  laws: {
    'a post without an answer is repeated as it was': ({ calls }) =>
      calls
        .filter(({ id }) => id === 'submission')
        .map(({ input }) => input as SubmissionInput)
        .every(({ body, previous }) => previous === null || body === previous.body),
    // Only the graph has a child that responds before it reports its key: check posts without an earlier post.
    'nothing incomplete is posted': ({ calls }) =>
      calls
        .filter(({ id }, at) => id === 'submission' && calls[at - 1]?.id !== 'submission')
        .map(({ input }) => (input as SubmissionInput).body as PostedOrder)
        .every(
          ({ draft, quoteId, termsVersion }) =>
            draft.photos.length > 0 &&
            draft.delivery.kind === 'site' &&
            draft.receiver.name !== '' &&
            quoteId !== '' &&
            termsVersion === policy.termsVersion,
        ),
    'nothing is priced or posted without an account': ({ snapshot, calls }) =>
      snapshot.context.hasAccount || calls.every(({ id }) => id !== 'quoteOrder' && id !== 'submission'),
    'a reload goes on with what was filled in, agreed to, posted and ordered': (witness) => {
      const { snapshot } = witness
      if (snapshot.status !== 'active' || snapshot.context.draftKey === 'draft-found') return true
      const isConfirming = snapshot.matches('confirming')
      const again = reopened(witness, isConfirming ? 'confirming' : 'editing')
      // The confirmation must show the price change's reason again.
      if (isConfirming && quoteProblemOf(again.context) !== quoteProblemOf(snapshot.context)) return false
      const found = { type: 'xstate.done.actor.resolveQr', output: qrSite } as never
      const isFound = snapshot.context.form !== null && again.matches('resolving')
      const [there] = isFound ? transition(restarted, again, found) : [again]
      if (JSON.stringify(keptOf(there.context)) !== JSON.stringify(keptOf(snapshot.context))) return false
      const { orderId, submission } = there.context
      if (!isFound || snapshot.matches('unknownSite')) return true
      if (orderId !== null) return there.matches('paying')
      return there.matches('creating') === (submission !== null)
    },
    'a post is stored until it is answered': (witness) => {
      const { snapshot, input } = witness
      if (!(snapshot.matches('creating') || snapshot.matches('outcomeUnknown'))) return true
      const stored = restoredAfterReload<PlacementContext, Pick<OrderPreview, 'submission'> | null>(
        witness,
        input.restored,
        ({ submission }) => ({ submission }),
      )
      return JSON.stringify(stored?.submission ?? null) === JSON.stringify(snapshot.context.submission)
    },
    'what was filled in is forgotten once, when the order is placed': ({ snapshot, effects, emitted }) => {
      const placed = snapshot.matches('placed') ? 1 : 0
      return (
        effects.filter(({ name }) => name === 'forgetDraft').length === placed &&
        emitted.filter(({ type }) => type === 'placement.placed').length === placed
      )
    },
  },
  simple: { steps: 14, paths: 40 },
  spawned: draftFormWorld,
})
