import type { CallRequest, CallResult, CallShape } from '../contract/call.ts'
import { withKnownZones } from './known-zones.ts'
import { pathOf, queryString } from './path.ts'

/** Server-rendered responses of public reads, keyed by path and query. */
export type InitialAnswers = Record<string, unknown>

export type InitialData = {
  answers: InitialAnswers
  /** When the app started, in ms since 1970 on the device's clock. */
  startedAt: number
  /** When the server rendered the page, by its own clock; null if it didn't. */
  renderedAt: number | null
}

type InitialRequest<Shape extends CallShape> = Pick<CallRequest<Shape>, 'params' | 'query'>

export const answerKey = <Shape extends CallShape>(
  shape: Shape,
  { params, query }: InitialRequest<Shape>,
): string => pathOf(shape, params) + queryString(query)

/** How long server-rendered data counts as fresh, in ms. */
const freshMs = 30_000

/** The server-rendered response of a public read, or null. While `isFresh`, no refetch is needed. */
export function initialAnswer<Shape extends CallShape>(
  { initialData, clock }: { initialData: InitialData; clock: { deviceNow: () => number } },
  shape: Shape,
  request: InitialRequest<Shape>,
): { value: CallResult<Shape> | null; isFresh: boolean } {
  const answer = initialData.answers[answerKey(shape, request)] ?? null
  const value = withKnownZones(answer) as CallResult<Shape> | null
  return { value, isFresh: value !== null && Math.abs(clock.deviceNow() - initialData.startedAt) < freshMs }
}
