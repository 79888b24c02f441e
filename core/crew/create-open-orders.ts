import { createActor } from 'xstate'
import { type OperatorOrder, operatorListOrders } from '../contract/operator.ts'
import type { CrewApp } from '../crew-app.ts'
import { ok } from '../lib/result.ts'
import { noListener, provideReading, type ReadingActor } from '../realtime/create-reading.ts'
import { onWorkHint } from '../realtime/hints.ts'
import { readOpenCrewOrders, saveOpenCrewOrders } from './crew-orders.ts'
import { selectMember } from './session.ts'

/** Pages of 50 orders; a courier has far fewer. */
const maxPages = 4

/**
 * The employee's open orders, read again at every notification and confirmed act and, for operators, every change.
 * Couriers’ and desks’ are stored on the device. Created, not started.
 */
export function createOpenOrders(app: CrewApp): ReadingActor<readonly OperatorOrder[]> {
  const { api, auth, options, outbox, platform } = app
  const employeeId = auth.getSnapshot().context.account?.uin ?? ''
  const isStored = selectMember(auth.getSnapshot())?.role !== 'operator'
  return createActor(
    provideReading(
      (listener) => {
        const sent = outbox.on('act.sent', listener)
        const stopHints = onWorkHint(app, listener)
        return () => {
          sent.unsubscribe()
          stopHints()
        }
      },
      async (signal) => {
        const orders: OperatorOrder[] = []
        let cursor: string | null = null
        for (let page = 0; page < maxPages; page += 1) {
          const query: { cursor?: string } = cursor === null ? {} : { cursor }
          const answer = await api.call(operatorListOrders, { query }, { signal })
          if (!answer.ok) return answer
          orders.push(...answer.value.list)
          cursor = answer.value.nextCursor
          if (cursor === null) break
        }
        if (isStored) saveOpenCrewOrders(platform.storage, employeeId, orders)
        return ok(orders)
      },
    ),
    {
      input: {
        initialValue: isStored ? readOpenCrewOrders(platform.storage, employeeId) : null,
        isFresh: false,
        listener: noListener,
      },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
}
