import { styleText } from 'node:util'
import { type OrderStatus, orderStatuses } from '@handsfree/core/api'
import { escapeUnprintable } from '@handsfree/core/text'
import Table from 'cli-table3'

type Style = Parameters<typeof styleText>[0]

/** Where the tool writes. `hasColour` is false where nobody looks, and with `NO_COLOR`. */
export type Terminal = {
  write(line: string): void
  complain(line: string): void
  hasColour: boolean
}

export const paint = (
  { hasColour }: Pick<Terminal, 'hasColour'>,
  style: Style | undefined,
  text: string,
): string => {
  const shown = escapeUnprintable(text)
  // Whether colour is wanted is decided already, whatever standard output is.
  return hasColour && style ? styleText(style, shown, { validateStream: false }) : shown
}

const good = new Set<OrderStatus>([
  'review_pass',
  'arrived',
  'delivered',
  'handed',
  'completed',
  'refund_completed',
])
const bad = new Set<OrderStatus>(['review_failed', 'payment_failed', 'cancelled'])
const waiting = new Set<OrderStatus>([
  'pending_payment',
  'pending_surcharge',
  'pending_pickup',
  'pending_storage',
])

export const statusStyle = (status: OrderStatus): Style => {
  if (good.has(status)) return 'green'
  if (bad.has(status)) return 'red'
  return waiting.has(status) ? 'yellow' : 'cyan'
}

/** Whether a word is one of the statuses that travellers read. */
export const isStatus = (word: string): word is OrderStatus => orderStatuses.some((status) => status === word)

export type Cell = { text: string; style?: Style }

/** Columns without a frame. */
const bare = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid', 'middle'].flatMap((side) =>
    ['', '-left', '-mid', '-right'].map((corner) => [side + corner, '']),
  ),
)

/** Rows under a bold head, each column as wide as its widest cell. */
export function table(
  terminal: Pick<Terminal, 'hasColour'>,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): string[] {
  const drawn = new Table({ chars: bare, style: { 'padding-left': 0, 'padding-right': 2 } })
  const shown = [head.map((text): Cell => ({ text, style: 'bold' })), ...rows]
  drawn.push(...shown.map((cells) => cells.map(({ text, style }) => paint(terminal, style, text))))
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
}
