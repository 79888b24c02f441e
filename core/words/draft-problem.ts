import type { Formatter } from '../format/formatter.ts'
import type { DraftProblem } from '../order/draft.ts'
import type { Route } from '../order/route.ts'
import { policy } from '../policy/numbers.ts'

/** What to do about a problem of a draft; `route` is that to the chosen destination. */
export const draftProblemWords = (
  intl: Formatter,
  problem: DraftProblem,
  route: Pick<Route, 'travelMinutes'> | null,
): string =>
  intl.formatMessage(
    { id: `orderForm.problem.${problem}` },
    { ...policy, deliveryGapHours: (route?.travelMinutes ?? policy.deliveryGapMinutes) / 60 },
  )
