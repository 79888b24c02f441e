import {
  type Currency,
  type MoneyKind,
  type MoneyMove,
  moneyKinds,
  operatorListMoney,
} from '@handsfree/core/contract'
import { collect, pagesOf } from './every-page.ts'
import { UsageError } from './session.ts'
import { type Cell, table } from './table.ts'
import type { Tool } from './tool.ts'

const dayMs = 86_400_000

function daysOf(word: string): [string, string] {
  if (/^\d{4}-\d\d-\d\d$/.test(word)) return [word, word]
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(word) ?? []
  if (!year || !month)
    throw new UsageError(`Invalid date ${word}. Use a day such as 2026-11-30 or a month such as 2026-11.`)
  const end = new Date(Date.UTC(Number(year), Number(month)) - dayMs)
  return [`${word}-01`, end.toISOString().slice(0, 10)]
}

type Sums = Record<MoneyKind, number>

const sumsOf = (moves: readonly MoneyMove[]): Sums =>
  Object.fromEntries(
    moneyKinds.map((kind) => [
      kind,
      moves.filter((move) => move.kind === kind).reduce((sum, { amount }) => sum + amount.amount, 0),
    ]),
  ) as Sums

const formatMinor = (minor: number): string => (minor / 100).toFixed(2)

const amountsOf = (moves: readonly MoneyMove[]): string[] => {
  const { payment, refund, payout, disputeLost, refundDue } = sumsOf(moves)
  const left = payment - refund - payout - disputeLost
  return [payment, refund, payout, disputeLost, left, refundDue].map(formatMinor)
}

const groupMoves = (
  moves: readonly MoneyMove[],
  keyOf: (move: MoneyMove) => string,
): [string, MoneyMove[]][] => {
  const movesByKey = new Map<string, MoneyMove[]>()
  for (const move of moves) {
    const key = keyOf(move)
    const known = movesByKey.get(key)
    if (known) known.push(move)
    else movesByKey.set(key, [move])
  }
  return [...movesByKey].sort(([one], [other]) => (one < other ? -1 : 1))
}

const head = [
  'day',
  'site',
  'name',
  'currency',
  'paid',
  'refunded',
  'paid out',
  'disputes lost',
  'left',
  'refunds due',
]

/** One row per day, site and currency, and a total per currency. */
function linesOf(moves: readonly MoneyMove[]): string[] {
  const cells = (texts: readonly string[]): Cell[] => texts.map((text) => ({ text }))
  const days = groupMoves(moves, ({ day, siteId, amount }) => [day, siteId, amount.currency].join(' '))
  const currencyGroups = groupMoves(moves, ({ amount }) => amount.currency)
  return table({ hasColour: false }, head, [
    ...days.map(([, dayMoves]) => {
      const { day, siteId, siteName, amount } = dayMoves[0]!
      return cells([day, siteId, siteName, amount.currency, ...amountsOf(dayMoves)])
    }),
    ...currencyGroups.map(([currency, all]) =>
      cells(['all', '', '', currency as Currency, ...amountsOf(all)]),
    ),
  ])
}

export function addMoneyCommand({ program, run }: Tool): void {
  program
    .command('money')
    .description('total payments and refunds by day and pickup site; with --json, list each one')
    .argument('<from>', 'a month such as 2026-11, or a day such as 2026-11-30')
    .argument('[until]', 'a later month or day')
    .action(
      run(
        async (session, first: string, last: string = first) => {
          const [from] = daysOf(first)
          const [, until] = daysOf(last)
          if (until < from) throw new UsageError(`${until} is before ${from}. Pass the earlier date first.`)
          return collect(
            pagesOf((page) => session.call(operatorListMoney, { query: { from, until, ...page } })),
          )
        },
        (moves: MoneyMove[]) => (moves.length === 0 ? ['No payments or refunds.'] : linesOf(moves)),
      ),
    )
}
