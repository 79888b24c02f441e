import type { CallRequest, CallResult, CallShape } from '../contract/call.ts'
import { withKnownZones } from './known-zones.ts'
import { pathOf, queryString } from './path.ts'

/** Answers of public reads by their path and query, as a page brought them from the server. */
export type KnownAnswers = Record<string, unknown>

/** What a page brought along. */
export type Known = {
  answers: KnownAnswers
  /** When the app began with it, milliseconds since 1970 by the device's clock. */
  since: number
  /** When the server rendered the page, by its own clock; null for a page that no server has rendered. */
  renderedAt: number | null
}

type Question<Shape extends CallShape> = Pick<CallRequest<Shape>, 'params' | 'query'>

/** The key of a read's answer among the known ones. */
export const answerKey = <Shape extends CallShape>(
  shape: Shape,
  { params, query }: Question<Shape>,
): string => pathOf(shape, params) + queryString(query)

/** How long what came with the page counts as read just now, milliseconds. */
const freshMs = 30_000

/** The answer of a public read that came with the page, or null; fresh while reading again would bring nothing new. */
export function knownAnswer<Shape extends CallShape>(
  { known, clock }: { known: Known; clock: { deviceNow: () => number } },
  shape: Shape,
  question: Question<Shape>,
): { value: CallResult<Shape> | null; isFresh: boolean } {
  const answer = known.answers[answerKey(shape, question)] ?? null
  const value = withKnownZones(answer) as CallResult<Shape> | null
  return { value, isFresh: value !== null && Math.abs(clock.deviceNow() - known.since) < freshMs }
}
