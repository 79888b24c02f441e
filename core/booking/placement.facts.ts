import * as v from 'valibot'
import { assertEvent } from 'xstate'
import { type PricedFacts, Quote } from '../contract/order.ts'
import { failureIn, required } from '../lib/asking.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf, reasonOf } from '../lib/failure.ts'
import type { SubmissionInput } from '../lib/submission.machine.ts'
import type { PaymentInput } from '../payments/payment.types.ts'
import { heldKeys, photoUrls, sendingKeys } from '../photos/photo-list.ts'
import { policy } from '../policy/numbers.ts'
import { atDestination } from './delivery-choice.ts'
import { rememberedOf, toOrderDraft, toPricedFacts } from './draft.ts'
import { type DraftFormInput, draftPhotos, isComplete, isFilledIn } from './draft-form.ts'
import { emptyDraft } from './draft-shape.ts'
import { partOfRefused, partsAtFirst } from './form-parts.ts'
import type {
  LeftForm,
  PlaceIds,
  PlacementContext,
  PlacementEvent,
  PlacementInput,
  PlacementProblem,
  PostedOrder,
  ResolvedPlace,
} from './placement.types.ts'
import type { OrderPreview } from './preview.ts'

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
export const startOf = ({ restored, place: _, ...input }: PlacementInput): PlacementContext => ({
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

export function foundDraft({ event }: Step) {
  assertEvent(event, 'draft.found')
  const { type, draft, leftReceiver, photos: urls, heldPhotos: held } = event
  return { type, draft, leftReceiver, photos: { urls, held } }
}

/** The form is opened with what the server refused. */
export const opening = ({ context: { problem } }: Step) => ({
  type: 'form.open' as const,
  refused: problem?.code === 'refused' ? partOfRefused(problem.field) : null,
})

export function reopening({ event }: Step) {
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
