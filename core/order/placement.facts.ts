import * as v from 'valibot'
import { failureOf } from '../api/asking.ts'
import { Quote } from '../api/contract/order.ts'
import type { QrSite } from '../api/contract/site.ts'
import { errorCodes } from '../api/error-codes.ts'
import { type ApiFailure, fieldOf, reasonOf } from '../api/failure.ts'
import { summarizePhotos } from '../photo/photo-list.ts'
import { type DraftField, type DraftProblem, draftProblems } from './draft.ts'
import type { PlacementContext, PlacementProblem } from './placement.types.ts'

type Facts = Pick<PlacementContext, 'place' | 'draft' | 'photos' | 'now' | 'isValidPhone'>

/** What the draft still lacks. */
export function problemsOf(
  context: Facts,
  place: QrSite | null = context.place,
): Partial<Record<DraftField, DraftProblem>> {
  if (!place) return {}
  return draftProblems(context.draft, {
    place,
    photos: summarizePhotos(context.photos),
    now: context.now(),
    isValidPhone: context.isValidPhone,
  })
}

/** The server knows the draft's key: another tab has placed an order with it. */
export const isTaken = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' &&
  failure.code === errorCodes.paramError &&
  fieldOf(failure.details) === 'idempotencyKey'

/** The quote at today's price, where the one that was posted no longer holds; else null. */
export function newQuoteOf(failure: ApiFailure): Quote | null {
  if (failure.kind !== 'refused' || failure.code !== errorCodes.billingRuleNotFound) return null
  const quote = v.safeParse(Quote, failure.details)
  return quote.success ? quote.output : null
}

export function placementProblemOf(error: unknown): PlacementProblem {
  const failure = failureOf(error)
  if (failure.kind !== 'refused') return { code: failure.kind }
  const { code: errorCode, details } = failure
  return { code: 'refused', errorCode, field: fieldOf(details), reason: reasonOf(details) }
}
