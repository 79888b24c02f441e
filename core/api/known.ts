import type { CallRequest, CallResult, CallShape } from '../contract/call.ts'
import { withKnownZones } from './known-zones.ts'
import { pathOf, queryString } from './path.ts'

/** Server-rendered responses of public reads, keyed by path and query. */
export type KnownAnswers = Record<string, unknown>

export type Known = {
  answers: KnownAnswers
  /** When the app started, in ms since 1970 on the device's clock. */
  since: number
  /** When the server rendered the page, by its own clock; null if it didn't. */
  renderedAt: number | null
}

type Question<Shape extends CallShape> = Pick<CallRequest<Shape>, 'params' | 'query'>

export const answerKey = <Shape extends CallShape>(
  shape: Shape,
  { params, query }: Question<Shape>,
): string => pathOf(shape, params) + queryString(query)

/** How long server-rendered data counts as fresh, in ms. */
const freshMs = 30_000

/** The server-rendered response of a public read, or null. While `isFresh`, no refetch is needed. */
export function knownAnswer<Shape extends CallShape>(
  { known, clock }: { known: Known; clock: { deviceNow: () => number } },
  shape: Shape,
  question: Question<Shape>,
): { value: CallResult<Shape> | null; isFresh: boolean } {
  const answer = known.answers[answerKey(shape, question)] ?? null
  const value = withKnownZones(answer) as CallResult<Shape> | null
  return { value, isFresh: value !== null && Math.abs(clock.deviceNow() - known.since) < freshMs }
}
