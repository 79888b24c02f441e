import type { QrSite } from '../api/contract/site.ts'
import { errorCodes } from '../api/error-codes.ts'
import { fieldOf, reasonOf } from '../api/failure.ts'
import { summarizePhotos } from '../photo/photo-list.ts'
import { type DraftField, type DraftProblem, draftProblems } from './draft.ts'
import type { CreateFailure, CreateResult, PlacementContext, PlacementProblem } from './placement.types.ts'

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
export const isTaken = (result: CreateResult): boolean =>
  !result.ok &&
  result.error.kind === 'refused' &&
  result.error.code === errorCodes.paramError &&
  fieldOf(result.error.details) === 'idempotencyKey'

export function toPlacementProblem(
  result: { ok: true } | { ok: false; error: CreateFailure },
): PlacementProblem {
  if (result.ok) return { code: 'unexpected' }
  const { error } = result
  if (error.kind === 'refused')
    return {
      code: 'refused',
      errorCode: error.code,
      field: fieldOf(error.details),
      reason: reasonOf(error.details),
    }
  if (error.kind === 'network' || error.kind === 'priceChanged') return { code: error.kind }
  return { code: 'unexpected' }
}
