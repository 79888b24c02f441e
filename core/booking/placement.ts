import * as v from 'valibot'
import { assertEvent, type SnapshotFrom } from 'xstate'
import type { GivenConsent } from '../contract/common.ts'
import { type Order, type PricedFacts, Quote } from '../contract/order.ts'
import type { QrSite, Site } from '../contract/site.ts'
import type { Phone } from '../contract/user.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf, reasonOf } from '../lib/failure.ts'
import { assertPresent, failureOfEvent } from '../lib/from-call.ts'
import type { Submission, SubmissionInput, SubmissionUpdate } from '../lib/submission.machine.ts'
import type { PaymentActor } from '../payments/payment.machine.ts'
import type { PaymentInput } from '../payments/payment.ts'
import { heldKeys, photoUrls, sendingKeys } from '../photos/photo-list.ts'
import { policy } from '../policy/numbers.ts'
import { withCurrentDestination } from './delivery-choice.ts'
import { partsToRemember, toOrderDraft, toPricedFacts } from './draft.ts'
import type { DraftFormActor } from './draft-form.machine.ts'
import {
  countDraftPhotos,
  type DraftFormInput,
  type DraftFormUpdate,
  isComplete,
  isFilledIn,
  selectLivePrice,
} from './draft-form.ts'
import { type Draft, type DraftReceiver, emptyDraft } from './draft-shape.ts'
import { type FormPart, initialOpenParts, partOfRefused } from './form-parts.ts'
import type { placementMachine } from './placement.machine.ts'
import type { OrderPreview } from './preview.ts'

export type PlacementProblem =
  | { code: 'network' }
  | { code: 'priceChanged' }
  | { code: 'quoteExpired' }
  | { code: 'refused'; errorCode: number; field: string | null; reason: string | null }
  | { code: 'unexpected' }

export type PostedOrder = NonNullable<OrderPreview['submission']>['body']

export type PlaceIds = { qrId: string; siteId: string | null }

/** The place of a QR code and a restored draft's destination, freshly read. */
export type ResolvedPlace = QrSite & { destination?: Site | undefined }

export type PlacementInput = {
  qrId: string
  /** A known place skips the request. */
  place?: QrSite | null
  restored: OrderPreview | null
  /** `confirming`: a complete draft continues to its quote, such as after reloading the confirmation. */
  resume: 'editing' | 'confirming'
  hasAccount: boolean
  /** Milliseconds since 1970. */
  now: () => number
  /** 128 random bits as hex. */
  newKey: () => string
  me: () => DraftReceiver
  isValidPhone: (phone: Phone) => boolean
  /** The consent to the current privacy policy that the account lacks; null if it lacks none. */
  missingConsent: () => GivenConsent | null
}

/** Form state from an earlier visit or another tab. */
export type InitialForm = Pick<DraftFormInput, 'draft' | 'leftReceiver' | 'openParts' | 'photos'>

export type PlacementContext = Omit<PlacementInput, 'restored' | 'place'> & {
  /** Initial form state; null for a blank form and once the form exists. */
  initialForm: InitialForm | null
  /** Null until the place is known. */
  form: DraftFormActor | null
  agreedTerms: string | null
  /** Given with the terms, and sent with the order; null if the account needed none. */
  consent: GivenConsent | null
  quote: Quote | null
  /** When the quote arrived, in ms since 1970. */
  quotedAt: number
  /** 128 random bits as hex. The idempotency key of this draft in every tab, so that it creates at most one order. */
  draftKey: string
  submission: Submission<PostedOrder> | null
  orderId: string | null
  problem: PlacementProblem | null
}

type FoundDraft = {
  draft: Draft
  leftReceiver: DraftReceiver | null
  photos: readonly string[]
  heldPhotos: readonly string[]
  draftKey: string
}

export type PlacementEvent =
  | { type: 'placement.retry' }
  /** Another tab has saved this draft. */
  | ({ type: 'draft.found' } & FoundDraft)
  /** Another tab has posted this draft. */
  | { type: 'draft.posted' }
  | { type: 'account.signedIn' }
  | DraftFormUpdate
  | SubmissionUpdate<PostedOrder, Order>
  | { type: 'draft.review' }
  | { type: 'terms.agree' }
  | { type: 'terms.decline' }
  /** Returns to the form and opens `part`. */
  | { type: 'order.edit'; part?: FormPart }
  | { type: 'order.submit' }

export type PlacementEmitted =
  | { type: 'placement.quoted' }
  | { type: 'placement.reopened' }
  | { type: 'placement.placed'; orderId: string }

/** Throws in states without a form. */
const formContextOf = ({ form }: Pick<PlacementContext, 'form'>) =>
  assertPresent(form, 'form').getSnapshot().context

export const isIncomplete = ({ form }: PlacementContext): boolean =>
  form !== null && !isComplete(form.getSnapshot().context)

export const agreementOf = ({ missingConsent }: PlacementContext) => ({
  agreedTerms: policy.termsVersion,
  consent: missingConsent(),
})

/** Whether the terms are agreed to, and the privacy policy if the account hasn't yet. */
export const hasAgreed = ({ agreedTerms, consent, missingConsent }: PlacementContext): boolean =>
  agreedTerms === policy.termsVersion &&
  (consent?.version === policy.privacyVersion || missingConsent() === null)

/** Whether to reopen the confirmation: the draft is complete and agreed to, and no chosen time was moved. */
export const canResumeConfirming = (context: PlacementContext): boolean =>
  context.resume === 'confirming' &&
  hasAgreed(context) &&
  isFilledIn(formContextOf(context)) &&
  formContextOf(context).movedTimes.length === 0

/** Uses the placement's `hasAccount`: the form gets the sign-in event later. */
const photosOf = (context: PlacementContext) =>
  countDraftPhotos({ photos: formContextOf(context).photos, hasAccount: context.hasAccount })

export const hasFailedPhotos = (context: PlacementContext): boolean => photosOf(context).failed > 0
export const arePhotosSent = (context: PlacementContext): boolean => photosOf(context).busy === 0

const initialFormOf = ({ draft, leftReceiver, openParts, ...restored }: OrderPreview): InitialForm => ({
  draft,
  leftReceiver,
  openParts,
  photos: { urls: restored.photos, held: [...restored.heldPhotos, ...restored.sendingPhotos] },
})

export const initialPlacement = ({ restored, place: _, ...input }: PlacementInput): PlacementContext => ({
  ...input,
  initialForm: restored && initialFormOf(restored),
  form: null,
  agreedTerms: restored?.agreedTerms ?? null,
  consent: restored?.consent ?? null,
  quote: null,
  quotedAt: 0,
  draftKey: restored?.draftKey || input.newKey(),
  submission: restored?.submission ?? null,
  orderId: restored?.orderId ?? null,
  problem: input.resume === 'confirming' && restored?.news ? { code: restored.news } : null,
})

export function formInput(
  { initialForm: left, hasAccount, now, newKey, me, isValidPhone }: PlacementContext,
  { destination, ...place }: ResolvedPlace,
  listener: DraftFormInput['listener'],
): DraftFormInput {
  const { draft, ...otherFields } = left ?? {
    draft: emptyDraft(me()),
    leftReceiver: null,
    openParts: initialOpenParts,
    photos: { urls: [], held: [] },
  }
  return {
    ...otherFields,
    place,
    draft: withCurrentDestination(draft, destination),
    hasAccount,
    now,
    newKey,
    me,
    isValidPhone,
    listener,
  }
}

/** Why the quote changed. Stored across reloads, unlike other problems. */
export const quoteProblemOf = ({ problem }: Pick<PlacementContext, 'problem'>): OrderPreview['news'] =>
  problem?.code === 'priceChanged' || problem?.code === 'quoteExpired' ? problem.code : null

/** The part of a placement that is stored. */
export function previewOf(context: PlacementContext, uin: string): OrderPreview {
  const { draft, leftReceiver, photos, openParts } = formContextOf(context)
  return {
    version: 1,
    uin,
    qrId: context.qrId,
    draft,
    leftReceiver,
    photos: photoUrls(photos),
    heldPhotos: heldKeys(photos),
    sendingPhotos: sendingKeys(photos),
    news: quoteProblemOf(context),
    agreedTerms: context.agreedTerms,
    consent: context.consent,
    openParts: [...openParts],
    draftKey: context.draftKey,
    submission: context.submission,
    orderId: context.orderId,
  }
}

export function placeIds({
  qrId,
  initialForm: left,
}: Pick<PlacementContext, 'qrId' | 'initialForm'>): PlaceIds {
  const delivery = left?.draft.delivery
  return { qrId, siteId: delivery?.kind === 'site' ? delivery.site.siteId : null }
}

export function pricedFacts(context: PlacementContext): PricedFacts {
  const { draft, place } = formContextOf(context)
  return toPricedFacts(draft, context.qrId, place)
}

type ActionArgs = { context: PlacementContext; event: PlacementEvent }

/** Adopts the other tab's draft key. Without a form yet, its draft becomes the initial one. */
export function setFoundDraft({ context, event }: ActionArgs) {
  assertEvent(event, 'draft.found')
  const { draft, leftReceiver, photos: urls, heldPhotos: held, draftKey } = event
  const openParts = context.initialForm?.openParts ?? initialOpenParts
  const initialForm = context.form ? null : { draft, leftReceiver, openParts, photos: { urls, held } }
  return { draftKey, initialForm }
}

export function draftFoundEvent({ event }: ActionArgs) {
  assertEvent(event, 'draft.found')
  const { type, draft, leftReceiver, photos: urls, heldPhotos: held } = event
  return { type, draft, leftReceiver, photos: { urls, held } }
}

export const openEvent = ({ context: { problem } }: ActionArgs) => ({
  type: 'form.open' as const,
  refused: problem?.code === 'refused' ? partOfRefused(problem.field) : null,
})

export function reopenEvent({ event }: ActionArgs) {
  assertEvent(event, 'order.edit')
  return { type: 'form.reopen' as const, part: event.part ?? null }
}

export const setNewQuote = ({ context, event }: ActionArgs) => ({
  quote: newQuoteOf(failureOfEvent(event)),
  quotedAt: context.now(),
  problem: { code: 'priceChanged' as const },
})

const bodyOf = (context: PlacementContext): PostedOrder => {
  const { draft, photos } = formContextOf(context)
  const remember = partsToRemember(draft)
  return {
    draft: toOrderDraft(draft, context.qrId, photoUrls(photos)),
    quoteId: context.quote?.quoteId ?? '',
    termsVersion: context.agreedTerms ?? '',
    ...(context.consent ? { consent: context.consent } : {}),
    // Older servers reject it.
    ...(remember.length > 0 ? { remember } : {}),
  }
}

/**
 * Repeats an unanswered post. Every post uses the draft's key, which a refusal leaves unused.
 * If two tabs post one draft, the server accepts the first.
 */
export const submissionInput = (
  context: PlacementContext,
  listener: SubmissionInput['listener'],
): SubmissionInput => ({
  body: context.submission?.body ?? bodyOf(context),
  previous: context.submission,
  newKey: () => context.draftKey,
  listener,
})

export const paymentInput = ({ orderId, now, newKey }: PlacementContext): PaymentInput => ({
  from: { kind: 'order', orderId: orderId ?? '' },
  now,
  newKey,
})

/** Counted from when the quote arrived: a traveller's clock may be hours off, so don't compare it with `validUntil`. */
export const quoteLifetimeMs = policy.quoteMinutes * 60_000

export const isQuoteValid = ({ quote, quotedAt, now }: PlacementContext): boolean =>
  quote !== null && now() < quotedAt + quoteLifetimeMs

/** Another tab has placed an order with the draft's key. */
export const isKeyTaken = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' &&
  failure.code === errorCodes.paramError &&
  fieldOf(failure.details) === 'idempotencyKey'

/** The current quote, if the server refused because the posted one is outdated; else null. */
export function newQuoteOf(failure: ApiFailure): Quote | null {
  if (failure.kind !== 'refused' || failure.code !== errorCodes.billingRuleNotFound) return null
  const quote = v.safeParse(Quote, failure.details)
  return quote.success ? quote.output : null
}

export function placementProblemOf(failure: ApiFailure): PlacementProblem {
  if (failure.kind !== 'refused') return { code: failure.kind }
  const { code: errorCode, details } = failure
  return { code: 'refused', errorCode, field: fieldOf(details), reason: reasonOf(details) }
}

export type PlacementSnapshot = SnapshotFrom<typeof placementMachine>

export const selectDraftForm = (snapshot: PlacementSnapshot) => snapshot.context.form
export const selectQuote = (snapshot: PlacementSnapshot) => snapshot.context.quote
export const selectPlacementProblem = (snapshot: PlacementSnapshot) => snapshot.context.problem
export const selectPlacementIsBusy = (snapshot: PlacementSnapshot) => snapshot.hasTag('busy')

/** Whether `draft.review` leads to the confirmation: complete, agreed to, no moved times. */
export function selectIsReviewable({ context }: PlacementSnapshot): boolean {
  const form = context.form?.getSnapshot().context
  return form !== undefined && hasAgreed(context) && isComplete(form) && form.movedTimes.length === 0
}

/** The quoted price, or the live price before a quote. */
export function selectPrice(snapshot: PlacementSnapshot) {
  const { quote, form } = snapshot.context
  return quote ?? (form && selectLivePrice(form.getSnapshot()))
}

/** Label of the confirmation button: the pending step or what a tap does. */
export type ConfirmAction =
  | 'openPayment'
  | 'create'
  | 'tryAgain'
  | 'sendPhotos'
  | 'quote'
  | 'sendForFree'
  | 'pay'

export function selectConfirmAction(snapshot: PlacementSnapshot): ConfirmAction {
  if (selectPaymentChild(snapshot)) return 'openPayment'
  if (snapshot.matches('creating')) return 'create'
  if (snapshot.matches('outcomeUnknown')) return 'tryAgain'
  if (snapshot.matches('sendingPhotos')) return 'sendPhotos'
  const price = selectPrice(snapshot)
  if (!snapshot.matches('confirming') || !price) return 'quote'
  return price.total.amount === 0 ? 'sendForFree' : 'pay'
}

export const selectPaymentChild = (snapshot: PlacementSnapshot) =>
  snapshot.children.payment as PaymentActor | undefined
