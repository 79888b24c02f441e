import { styleText } from 'node:util'
import { type OrderStatus, orderStatuses } from '@handsfree/core/api'
import { escapeUnprintable } from '@handsfree/core/text'

type Style = Parameters<typeof styleText>[0]

/** Where the tool writes. `hasColour` is false where nobody looks, and with `NO_COLOR`. */
export type Terminal = {
  write(line: string): void
  complain(line: string): void
  hasColour: boolean
}

export const paint = ({ hasColour }: Pick<Terminal, 'hasColour'>, style: Style, text: string): string => {
  const shown = escapeUnprintable(text)
  // Whether colour is wanted is decided already, whatever standard output is.
  return hasColour ? styleText(style, shown, { validateStream: false }) : shown
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

/** The colour of a status. */
export const statusStyle = (status: OrderStatus): Style => {
  if (good.has(status)) return 'green'
  if (bad.has(status)) return 'red'
  return waiting.has(status) ? 'yellow' : 'cyan'
}

/** Whether a word is one of the statuses that travellers read. */
export const isStatus = (word: string): word is OrderStatus => orderStatuses.some((status) => status === word)

const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF01-\uFF60]/u
const invisible = /\p{M}/u

/** Columns that a text takes in a terminal: Chinese characters and full-width signs take two. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + (invisible.test(sign) ? 0 : wide.test(sign) ? 2 : 1), 0)

export type Cell = { text: string; style?: Style }

/** Rows under a bold head, each column as wide as its widest cell. */
export function table(
  terminal: Pick<Terminal, 'hasColour'>,
  head: readonly string[],
  given: readonly (readonly Cell[])[],
): string[] {
  const rows = given.map((cells) => cells.map((cell) => ({ ...cell, text: escapeUnprintable(cell.text) })))
  const widths = head.map((title, column) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(row[column]?.text ?? ''))),
  )
  const line = (cells: readonly Cell[]) =>
    cells
      .map(({ text, style }, column) => {
        const shown = style ? paint(terminal, style, text) : text
        const isLast = column === cells.length - 1
        return isLast ? shown : shown + ' '.repeat((widths[column] ?? 0) - widthOf(text))
      })
      .join('  ')
  return [head.map((text): Cell => ({ text, style: 'bold' })), ...rows].map(line)
}
