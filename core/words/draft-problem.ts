import type { Formatter } from '../format/formatter.ts'
import type { DraftProblem } from '../order/draft.ts'
import { policy } from '../policy/numbers.ts'

/** What to do about something that an order still lacks. */
export const draftProblemWords = (intl: Formatter, problem: DraftProblem): string =>
  intl.formatMessage(
    { id: `orderForm.problem.${problem}` },
    { ...policy, deliveryGapHours: policy.deliveryGapMinutes / 60 },
  )
