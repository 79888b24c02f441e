import { operationActions as action, customerNotificationTypes } from '@handsfree/core/api'
import type { LifecycleEvent } from '@handsfree/core/order'
import { policy } from '@handsfree/core/policy'
import type { Consequences } from './consequences.types.ts'
import type { Moved } from './moved-columns.ts'
import { returnFeeDue, withReturnFee } from './return-fee.ts'
import type { Operation, TraceFacts } from './types.ts'

type ReturnEvent = Extract<LifecycleEvent['type'], `return.${string}`>
type Returning = NonNullable<TraceFacts['facts']['returning']>

const hour = 3_600_000

const moved = (
  { after, now }: Moved,
  returning: Returning,
  logged: Operation['action'],
): Required<Pick<Consequences, 'columns' | 'trace' | 'actions'>> => ({
  columns: { returnTime: now, returnDueTime: null },
  trace: {
    type: 'updated',
    facts: { returning, ...(after.returnPlace ? { place: after.returnPlace.name } : {}) },
  },
  actions: [{ action: logged, details: { returnState: after.return, choice: after.returnChoice } }],
})

const news = ({ after }: Moved, change: string, isPopup = false): Pick<Consequences, 'notification'> => ({
  notification: {
    type: customerNotificationTypes.orderUpdated,
    facts: { change, pieces: after.pieces, ...(after.returnReason ? { returning: after.returnReason } : {}) },
    isPopup,
  },
})

/** What follows from the moves of bags that nobody took. */
export const returnConsequences: Record<ReturnEvent, (move: Moved) => Consequences> = {
  'return.begin': (move) => ({
    ...moved(move, move.after.returnReason ?? 'refused', action.exceptionCreate),
    ...news(move, 'returnAsked', true),
    sms: 'returnAsked',
  }),
  'return.choose': (move) => {
    const chosen = moved(move, 'chosen', action.changeDestination)
    const keptUntil = new Date(move.now.getTime() + policy.returnKeepHours * hour)
    const returnDueTime = move.after.returnChoice === 'keep' ? keptUntil : null
    return { ...chosen, columns: { ...chosen.columns, returnDueTime } }
  },
  // A payment is in the books, not in the log.
  'return.pay': ({ before, now }) => ({
    columns: { ...withReturnFee(before, returnFeeDue(before)), returnTime: now },
  }),
  'return.start': (move) => ({
    ...moved(move, 'started', action.transportInProgress),
    ...news(move, 'returnStarted'),
  }),
  'return.complete': (move) => ({
    ...moved(move, 'completed', action.transportComplete),
    ...news(move, 'returned'),
  }),
}

/** What the log says first of a hand-over that ends the question where the bags go. */
export const collectedLate = ({ before }: Moved): Operation[] =>
  before.return === 'wait'
    ? [{ action: action.exceptionResolve, details: { returnState: 'none', choice: null } }]
    : []
