import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { type MoneyMove, operatorListMoney } from '../contract/money.ts'
import { ok } from '../lib/result.ts'
import { noListener, provideReading, type ReadingActor } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'

/** The payments and refunds of a month such as `2026-11`, with those that are due by its end. Created, not started. */
export const createMoney = (app: App, month: string): ReadingActor<readonly MoneyMove[]> =>
  createActor(
    provideReading(
      (listener) => onReturn(app.platform, listener),
      async (signal) => {
        const days = { from: `${month}-01`, until: lastDayOf(month) }
        const moves: MoneyMove[] = []
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const query = { ...days, ...(cursor && { cursor }) }
          const answer = await app.api.call(operatorListMoney, { query }, { signal })
          if (!answer.ok) return answer
          moves.push(...answer.value.list)
          cursor = answer.value.nextCursor
        }
        return ok(moves)
      },
    ),
    {
      input: { initialValue: null, isFresh: false, listener: noListener },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )

/** The last day of a month such as `2026-11`. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
