import * as v from 'valibot'
import { assertEvent } from 'xstate'
import { failureIn } from '../api/asking.ts'
import { Quote } from '../api/contract/order.ts'
import { errorCodes } from '../api/error-codes.ts'
import { type ApiFailure, fieldOf, reasonOf } from '../api/failure.ts'
import type { PaymentInput } from '../payment/payment.types.ts'
import { heldKeys, photoUrls, sendingKeys, summarizePhotos } from '../photo/photo-list.ts'
import type { PhotoSetActor, PhotoSetInput } from '../photo/photo-set.machine.ts'
import { policy } from '../policy/numbers.ts'
import { type DraftField, type DraftProblem, draftProblems, rememberedOf, toOrderDraft } from './draft.ts'
import { type DraftReceiver, emptyDraft } from './draft-shape.ts'
import { partsAtFirst } from './form-parts.ts'
import type {
  PlaceIds,
  PlacementContext,
  PlacementEvent,
  PlacementInput,
  PlacementProblem,
  Submission,
} from './placement.types.ts'
import type { OrderPreview } from './preview.ts'

export type Facts = Pick<
  PlacementContext,
  'place' | 'draft' | 'photos' | 'hasAccount' | 'now' | 'isValidPhone'
>

/** A held photo is on its way as soon as there is an account to upload it. */
function photosOf({ photos, hasAccount }: Pick<PlacementContext, 'photos' | 'hasAccount'>) {
  const { held, ...summary } = summarizePhotos(photos)
  return hasAccount ? { ...summary, busy: summary.busy + held } : summary
}

type Problems = Partial<Record<DraftField, DraftProblem>>
let last: (Omit<Facts, 'now'> & { second: number; problems: Problems }) | null = null

/**
 * What the draft still lacks. One change asks for it many times: it is computed again only for other facts, and when time
 * goes on, which may make a slot too early.
 */
export function problemsOf(context: Facts): Problems {
  const { place, draft, photos, hasAccount, isValidPhone } = context
  if (!place) return {}
  const now = context.now()
  const second = Math.floor(now / 1_000)
  if (
    last?.second === second &&
    last.place === place &&
    last.draft === draft &&
    last.photos === photos &&
    last.hasAccount === hasAccount &&
    last.isValidPhone === isValidPhone
  )
    return last.problems
  const problems = draftProblems(draft, { place, photos: photosOf(context), now, isValidPhone })
  last = { second, place, draft, photos, hasAccount, isValidPhone, problems }
  return problems
}

export const isComplete = (context: Facts): boolean => Object.keys(problemsOf(context)).length === 0

/** Whether nothing is missing but, perhaps, photos that are on their way. */
function isFilledIn(context: Facts): boolean {
  const { photos, ...others } = problemsOf(context)
  return Object.keys(others).length === 0 && (photos === undefined || photos === 'photosUploading')
}

export const agreed = { agreedTerms: policy.termsVersion }
export const hasAgreed = ({ agreedTerms }: PlacementContext): boolean => agreedTerms === policy.termsVersion

/** Whether its confirmation is opened again as it was left: filled in, agreed to, with the times that were chosen. */
export const resumesConfirming = (context: PlacementContext): boolean =>
  context.resume === 'confirming' &&
  hasAgreed(context) &&
  isFilledIn(context) &&
  context.movedTimes.length === 0

export const hasFailedPhotos = (context: PlacementContext): boolean => photosOf(context).failed > 0
export const arePhotosSent = (context: PlacementContext): boolean => photosOf(context).busy === 0

export const photoSetInput = (
  { restored, hasAccount, newKey }: PlacementInput,
  listener: PhotoSetInput['listener'],
): PhotoSetInput => ({
  urls: restored?.photos ?? [],
  held: [...(restored?.heldPhotos ?? []), ...(restored?.sendingPhotos ?? [])],
  limit: policy.maxPhotos,
  hasAccount,
  newKey,
  listener,
})

/** Context of a new placement, and of one that an earlier visit left. */
export const restoredFacts = (
  { restored, place = null, ...input }: PlacementInput,
  photoSet: PhotoSetActor,
) => ({
  ...input,
  place: null,
  photoSet,
  photos: photoSet.getSnapshot().context.photos,
  draft: restored?.draft ?? emptyDraft(input.me()),
  leftReceiver: restored?.leftReceiver ?? null,
  movedTimes: [],
  openParts: restored?.openParts ?? partsAtFirst,
  agreedTerms: restored?.agreedTerms ?? null,
  quote: null,
  quotedAt: 0,
  draftKey: restored?.draftKey || input.newKey(),
  submission: restored?.submission ?? null,
  orderId: restored?.orderId ?? null,
  problem: input.resume === 'confirming' && restored?.news ? { code: restored.news } : null,
})

/** Why the price at the confirmation is another one; outlives a reload, unlike what failed. */
export const newsOf = ({ problem }: Pick<PlacementContext, 'problem'>): OrderPreview['news'] =>
  problem?.code === 'priceChanged' || problem?.code === 'quoteExpired' ? problem.code : null

/** What of a placement outlives a reload. */
export const previewOf = (context: PlacementContext, uin: string): OrderPreview => ({
  version: 1,
  uin,
  qrId: context.qrId,
  draft: context.draft,
  leftReceiver: context.leftReceiver,
  photos: photoUrls(context.photos),
  heldPhotos: heldKeys(context.photos),
  sendingPhotos: sendingKeys(context.photos),
  news: newsOf(context),
  agreedTerms: context.agreedTerms,
  openParts: [...context.openParts],
  draftKey: context.draftKey,
  submission: context.submission,
  orderId: context.orderId,
})

/** What is read about the two ends: the code, and the site that a saved draft goes to. */
export const placeIds = ({ qrId, draft: { delivery } }: PlacementContext): PlaceIds => ({
  qrId,
  siteId: delivery?.kind === 'site' ? delivery.site.siteId : null,
})

/** The receiver of a choice: as it was typed, but a traveller whose profile is complete is taken from it. */
export function receiverOf(
  { draft, leftReceiver, me }: Pick<PlacementContext, 'draft' | 'leftReceiver' | 'me'>,
  who: 'me' | 'other',
): DraftReceiver {
  const profile = me()
  if (who === 'me' && profile.name && profile.phoneNumber) return profile
  const typed = [draft.receiver, leftReceiver].find((one) => one?.who === who && one.name + one.phoneNumber)
  return typed ?? (who === 'me' ? profile : { who, name: '', dialCode: profile.dialCode, phoneNumber: '' })
}

type Step = { context: PlacementContext; event: PlacementEvent }

export const foundPhotos = ({ event }: Step) => {
  assertEvent(event, 'draft.found')
  return { type: 'photos.found' as const, urls: event.photos, held: event.heldPhotos }
}

export const changedPrice = ({ context, event }: Step) => ({
  quote: newQuoteOf(failureIn(event)),
  quotedAt: context.now(),
  problem: { code: 'priceChanged' as const },
})

/**
 * The order as it is posted. Under the draft's key also after a refusal, which leaves the key free: of two tabs that go on
 * with one draft the server takes the first.
 */
export const submissionOf = (context: PlacementContext): Submission => {
  const remember = rememberedOf(context.draft)
  return {
    idempotencyKey: context.draftKey,
    body: {
      draft: toOrderDraft(context.draft, context.qrId, photoUrls(context.photos)),
      quoteId: context.quote?.quoteId ?? '',
      termsVersion: context.agreedTerms ?? '',
      // A server of before refuses it.
      ...(remember.length > 0 ? { remember } : {}),
    },
  }
}

export const paymentInput = ({ orderId, now, newKey }: PlacementContext): PaymentInput => ({
  from: { kind: 'order', orderId: orderId ?? '' },
  now,
  newKey,
})

/** Counted from when the quote came: a traveller's clock may be hours off, so `validUntil` is no measure for it. */
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
