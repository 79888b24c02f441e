import type { Formatter } from '../i18n/formatter.ts'
import { policy } from '../policy/numbers.ts'
import type { DraftProblem } from './draft.ts'
import type { Route } from './route.ts'

/** Hours from pickup to the first delivery slot, rounded up to whole slots. */
export const earliestHours = (travelMinutes: number): number =>
  (Math.ceil(travelMinutes / policy.slotMinutes) * policy.slotMinutes) / 60

/** Advice for a draft's problem. `route` leads to the chosen destination. */
export const draftProblemText = (
  intl: Formatter,
  problem: DraftProblem,
  route: Pick<Route, 'travelMinutes'> | null,
): string =>
  intl.formatMessage(
    { id: `orderForm.problem.${problem}` },
    { ...policy, deliveryGapHours: earliestHours(route?.travelMinutes ?? policy.deliveryGapMinutes) },
  )
