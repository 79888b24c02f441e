import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { type OperatorOrder, operatorListOrders } from '../contract/operator.ts'
import { ok } from '../lib/result.ts'
import { noListener, provideReading, type ReadingActor } from '../realtime/create-reading.ts'
import { onWorkHint } from '../realtime/hints.ts'

/** Pages of 50 orders; a courier has far fewer. */
const maxPages = 4

/** The employee's open orders, read again at every notification and, for operators, every change. Created, not started. */
export const createOpenOrders = (app: App): ReadingActor<readonly OperatorOrder[]> =>
  createActor(
    provideReading(
      (listener) => onWorkHint(app, listener),
      async (signal) => {
        const orders: OperatorOrder[] = []
        let cursor: string | null = null
        for (let page = 0; page < maxPages; page += 1) {
          const query: { cursor?: string } = cursor === null ? {} : { cursor }
          const answer = await app.api.call(operatorListOrders, { query }, { signal })
          if (!answer.ok) return answer
          orders.push(...answer.value.list)
          cursor = answer.value.nextCursor
          if (cursor === null) break
        }
        return ok(orders)
      },
    ),
    {
      input: { initialValue: null, isFresh: false, listener: noListener },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )
