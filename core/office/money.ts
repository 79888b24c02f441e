import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '../catalogue/formula-cells.ts'
import type { Currency } from '../contract/common.ts'
import type { MoneyKind, MoneyMove } from '../contract/money.ts'

/** Sums in minor units of one currency. `left`: payments less what was returned, paid out or lost. */
export type MoneySums = Record<MoneyKind, number> & { currency: Currency; left: number }

export type DayOfMoney = MoneySums & { day: string; siteId: string; siteName: string }

function sumOf(moves: readonly MoneyMove[], currency: Currency): MoneySums {
  const sums = { payment: 0, refund: 0, payout: 0, disputeLost: 0, refundDue: 0 } satisfies Record<
    MoneyKind,
    number
  >
  for (const { kind, amount } of moves) sums[kind] += amount.amount
  const { payment, refund, payout, disputeLost } = sums
  return { ...sums, currency, left: payment - refund - payout - disputeLost }
}

function groupBy(moves: readonly MoneyMove[], keyOf: (move: MoneyMove) => string): MoneyMove[][] {
  const groups = new Map<string, MoneyMove[]>()
  for (const move of moves) {
    const group = groups.get(keyOf(move))
    if (group) group.push(move)
    else groups.set(keyOf(move), [move])
  }
  return [...groups.values()]
}

/** One total per currency. */
export const sumMoney = (moves: readonly MoneyMove[]): MoneySums[] =>
  groupBy(moves, ({ amount }) => amount.currency).map((group) => sumOf(group, group[0]!.amount.currency))

/** One row per day, pickup site and currency, in order. */
export const moneyByDay = (moves: readonly MoneyMove[]): DayOfMoney[] =>
  groupBy(moves, ({ day, siteId, amount }) => [day, siteId, amount.currency].join(' '))
    .map((group) => {
      const { day, siteId, siteName, amount } = group[0]!
      return { day, siteId, siteName, ...sumOf(group, amount.currency) }
    })
    .sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))

const toUnits = (minor: number): string => (minor / 100).toFixed(2)

/** Each payment and refund as CSV with a byte order mark, which Excel needs to show Chinese. */
export const moneyCsv = (moves: readonly MoneyMove[]): string =>
  stringify(
    [
      ['day', 'time', 'kind', 'order', 'site', 'siteName', 'currency', 'amount', 'reference'],
      ...moves.map(({ day, time, kind, orderNumber, siteId, siteName, amount, reference }) =>
        [
          day,
          time,
          kind,
          orderNumber,
          siteId,
          siteName,
          amount.currency,
          toUnits(amount.amount),
          reference,
        ].map(escapeFormula),
      ),
    ],
    { bom: true },
  )
