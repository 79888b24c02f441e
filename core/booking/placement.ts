import * as v from 'valibot'
import { assertEvent, type SnapshotFrom } from 'xstate'
import { type Order, type PricedFacts, Quote } from '../contract/order.ts'
import type { QrSite, Site } from '../contract/site.ts'
import type { Phone } from '../contract/user.ts'
import { failureIn, required } from '../lib/asking.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf, reasonOf } from '../lib/failure.ts'
import type { Submission, SubmissionInput, SubmissionNews } from '../lib/submission.machine.ts'
import type { PaymentActor } from '../payments/payment.machine.ts'
import type { PaymentInput } from '../payments/payment.ts'
import { heldKeys, photoUrls, sendingKeys } from '../photos/photo-list.ts'
import { policy } from '../policy/numbers.ts'
import { atDestination } from './delivery-choice.ts'
import { rememberedOf, toOrderDraft, toPricedFacts } from './draft.ts'
import type { DraftFormActor } from './draft-form.machine.ts'
import {
  type DraftFormInput,
  type DraftFormNews,
  draftPhotos,
  isComplete,
  isFilledIn,
  selectLivePrice,
} from './draft-form.ts'
import { type Draft, type DraftReceiver, emptyDraft } from './draft-shape.ts'
import { type FormPart, partOfRefused, partsAtFirst } from './form-parts.ts'
import type { placementMachine } from './placement.machine.ts'
import type { OrderPreview } from './preview.ts'

/** Why an order is not placed yet. */
export type PlacementProblem =
  | { code: 'network' }
  | { code: 'priceChanged' }
  | { code: 'quoteExpired' }
  | { code: 'refused'; errorCode: number; field: string | null; reason: string | null }
  | { code: 'unexpected' }

/** An order as it is posted. */
export type PostedOrder = NonNullable<OrderPreview['submission']>['body']

export type PlaceIds = { qrId: string; siteId: string | null }

/** The place behind a QR code, and where a restored draft goes, in today's language. */
export type ResolvedPlace = QrSite & { destination?: Site | undefined }

export type PlacementInput = {
  qrId: string
  /** The place behind the code, where it is known already: it is not requested again. */
  place?: QrSite | null
  /** What an earlier visit left of this very order. */
  restored: OrderPreview | null
  /** `confirming`: a complete draft goes straight on to its quote, as after a reload of the confirmation. */
  resume: 'editing' | 'confirming'
  /** Whether somebody is signed in. A visitor's photos wait for an account. */
  hasAccount: boolean
  /** Milliseconds since 1970. */
  now: () => number
  /** 128 random bits as hex. */
  newKey: () => string
  /** The traveller as a receiver, from the profile. */
  me: () => DraftReceiver
  isValidPhone: (phone: Phone) => boolean
}

/** What an earlier visit or another tab has left of the form. */
export type LeftForm = Pick<DraftFormInput, 'draft' | 'leftReceiver' | 'openParts' | 'photos'>

export type PlacementContext = Omit<PlacementInput, 'restored' | 'place'> & {
  /** What the form begins with; null once it has begun, and for a blank one. */
  left: LeftForm | null
  /** Null until its place is known. */
  form: DraftFormActor | null
  agreedTerms: string | null
  quote: Quote | null
  /** When the quote came, milliseconds since 1970. */
  quotedAt: number
  /** 128 random bits as hex: one order comes of this draft, whichever tab posts it. */
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
  /** What another tab has saved of this very draft. */
  | ({ type: 'draft.found' } & FoundDraft)
  /** Another tab has sent it. */
  | { type: 'draft.posted' }
  | { type: 'account.signedIn' }
  | DraftFormNews
  | SubmissionNews<PostedOrder, Order>
  | { type: 'draft.review' }
  | { type: 'terms.agree' }
  | { type: 'terms.decline' }
  /** Back to the form, with one of its parts unfolded. */
  | { type: 'order.edit'; part?: FormPart }
  | { type: 'order.submit' }

export type PlacementEmitted =
  | { type: 'placement.quoted' }
  | { type: 'placement.reopened' }
  | { type: 'placement.placed'; orderId: string }

/** What is filled in, in a state that has a form. */
const filledIn = ({ form }: Pick<PlacementContext, 'form'>) => required(form, 'form').getSnapshot().context

export const isIncomplete = ({ form }: PlacementContext): boolean =>
  form !== null && !isComplete(form.getSnapshot().context)

export const agreed = { agreedTerms: policy.termsVersion }
export const hasAgreed = ({ agreedTerms }: PlacementContext): boolean => agreedTerms === policy.termsVersion

/** Whether its confirmation is opened again as it was left: filled in, agreed to, with the times that were chosen. */
export const resumesConfirming = (context: PlacementContext): boolean =>
  context.resume === 'confirming' &&
  hasAgreed(context) &&
  isFilledIn(filledIn(context)) &&
  filledIn(context).movedTimes.length === 0

/** The form hears of a sign-in a moment later. */
const photosOf = (context: PlacementContext) =>
  draftPhotos({ photos: filledIn(context).photos, hasAccount: context.hasAccount })

export const hasFailedPhotos = (context: PlacementContext): boolean => photosOf(context).failed > 0
export const arePhotosSent = (context: PlacementContext): boolean => photosOf(context).busy === 0

const leftOf = ({ draft, leftReceiver, openParts, ...restored }: OrderPreview): LeftForm => ({
  draft,
  leftReceiver,
  openParts,
  photos: { urls: restored.photos, held: [...restored.heldPhotos, ...restored.sendingPhotos] },
})

/** Context of a new placement, and of one that an earlier visit left. */
export const initialPlacement = ({ restored, place: _, ...input }: PlacementInput): PlacementContext => ({
  ...input,
  left: restored && leftOf(restored),
  form: null,
  agreedTerms: restored?.agreedTerms ?? null,
  quote: null,
  quotedAt: 0,
  draftKey: restored?.draftKey || input.newKey(),
  submission: restored?.submission ?? null,
  orderId: restored?.orderId ?? null,
  problem: input.resume === 'confirming' && restored?.news ? { code: restored.news } : null,
})

/** The form at its place, as an earlier visit left it. */
export function formInput(
  { left, hasAccount, now, newKey, me, isValidPhone }: PlacementContext,
  { destination, ...place }: ResolvedPlace,
  listener: DraftFormInput['listener'],
): DraftFormInput {
  const { draft, ...others } = left ?? {
    draft: emptyDraft(me()),
    leftReceiver: null,
    openParts: partsAtFirst,
    photos: { urls: [], held: [] },
  }
  return {
    ...others,
    place,
    draft: atDestination(draft, destination),
    hasAccount,
    now,
    newKey,
    me,
    isValidPhone,
    listener,
  }
}

/** Why the price at the confirmation is another one; outlives a reload, unlike what failed. */
export const newsOf = ({ problem }: Pick<PlacementContext, 'problem'>): OrderPreview['news'] =>
  problem?.code === 'priceChanged' || problem?.code === 'quoteExpired' ? problem.code : null

/** What of a placement outlives a reload. */
export function previewOf(context: PlacementContext, uin: string): OrderPreview {
  const { draft, leftReceiver, photos, openParts } = filledIn(context)
  return {
    version: 1,
    uin,
    qrId: context.qrId,
    draft,
    leftReceiver,
    photos: photoUrls(photos),
    heldPhotos: heldKeys(photos),
    sendingPhotos: sendingKeys(photos),
    news: newsOf(context),
    agreedTerms: context.agreedTerms,
    openParts: [...openParts],
    draftKey: context.draftKey,
    submission: context.submission,
    orderId: context.orderId,
  }
}

/** What is read about the two ends: the code, and the site that a saved draft goes to. */
export function placeIds({ qrId, left }: Pick<PlacementContext, 'qrId' | 'left'>): PlaceIds {
  const delivery = left?.draft.delivery
  return { qrId, siteId: delivery?.kind === 'site' ? delivery.site.siteId : null }
}

export function pricedFacts(context: PlacementContext): PricedFacts {
  const { draft, place } = filledIn(context)
  return toPricedFacts(draft, context.qrId, place)
}

type Step = { context: PlacementContext; event: PlacementEvent }

/** Under the key of another tab's draft; the form begins with it, where there is none yet. */
export function foundElsewhere({ context, event }: Step) {
  assertEvent(event, 'draft.found')
  const { draft, leftReceiver, photos: urls, heldPhotos: held, draftKey } = event
  const openParts = context.left?.openParts ?? partsAtFirst
  const left = context.form ? null : { draft, leftReceiver, openParts, photos: { urls, held } }
  return { draftKey, left }
}

export function foundEvent({ event }: Step) {
  assertEvent(event, 'draft.found')
  const { type, draft, leftReceiver, photos: urls, heldPhotos: held } = event
  return { type, draft, leftReceiver, photos: { urls, held } }
}

/** The form is opened with what the server refused. */
export const openEvent = ({ context: { problem } }: Step) => ({
  type: 'form.open' as const,
  refused: problem?.code === 'refused' ? partOfRefused(problem.field) : null,
})

export function reopenEvent({ event }: Step) {
  assertEvent(event, 'order.edit')
  return { type: 'form.reopen' as const, part: event.part ?? null }
}

export const changedPrice = ({ context, event }: Step) => ({
  quote: newQuoteOf(failureIn(event)),
  quotedAt: context.now(),
  problem: { code: 'priceChanged' as const },
})

const bodyOf = (context: PlacementContext): PostedOrder => {
  const { draft, photos } = filledIn(context)
  const remember = rememberedOf(draft)
  return {
    draft: toOrderDraft(draft, context.qrId, photoUrls(photos)),
    quoteId: context.quote?.quoteId ?? '',
    termsVersion: context.agreedTerms ?? '',
    // Older servers reject it.
    ...(remember.length > 0 ? { remember } : {}),
  }
}

/**
 * A post without an answer is repeated. Every post has the draft's key, also after a refusal, which leaves the key free:
 * of two tabs that go on with one draft the server takes the first.
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

/** The server knows the draft's key: another tab has placed an order with it. */
export const isKeyTaken = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' &&
  failure.code === errorCodes.paramError &&
  fieldOf(failure.details) === 'idempotencyKey'

/** The quote at today's price, where the one that was posted no longer holds; else null. */
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

type PlacementSnapshot = SnapshotFrom<typeof placementMachine>

/** The form of the order; null until its place is known. */
export const selectDraftForm = (snapshot: PlacementSnapshot) => snapshot.context.form
export const selectQuote = (snapshot: PlacementSnapshot) => snapshot.context.quote
export const selectPlacementProblem = (snapshot: PlacementSnapshot) => snapshot.context.problem
export const selectPlacementIsBusy = (snapshot: PlacementSnapshot) => snapshot.hasTag('busy')

/** Whether `draft.review` leads to the confirmation: nothing is missing, to agree to or moved on. */
export function selectIsReviewable({ context }: PlacementSnapshot): boolean {
  const form = context.form?.getSnapshot().context
  return form !== undefined && hasAgreed(context) && isComplete(form) && form.movedTimes.length === 0
}

/** The price to be paid: as it was quoted, or what it comes to so far. */
export function selectPrice(snapshot: PlacementSnapshot) {
  const { quote, form } = snapshot.context
  return quote ?? (form && selectLivePrice(form.getSnapshot()))
}

/** What the button of the confirmation is about: what is under way, or what a tap does. */
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

/** The payment that belongs to the order, while it is being paid. */
export const selectPaymentChild = (snapshot: PlacementSnapshot) =>
  snapshot.children.payment as PaymentActor | undefined
