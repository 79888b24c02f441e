import type { Formatter } from '../i18n/formatter.ts'
import { policy } from '../policy/numbers.ts'
import type { DraftProblem } from './draft.ts'
import type { Route } from './route.ts'

/** Hours from a pickup to the first slot of its delivery: both are on the half hour, whatever the journey takes. */
export const earliestHours = (travelMinutes: number): number =>
  (Math.ceil(travelMinutes / policy.slotMinutes) * policy.slotMinutes) / 60

/** What to do about a problem of a draft; `route` is that to the chosen destination. */
export const draftProblemWords = (
  intl: Formatter,
  problem: DraftProblem,
  route: Pick<Route, 'travelMinutes'> | null,
): string =>
  intl.formatMessage(
    { id: `orderForm.problem.${problem}` },
    { ...policy, deliveryGapHours: earliestHours(route?.travelMinutes ?? policy.deliveryGapMinutes) },
  )
