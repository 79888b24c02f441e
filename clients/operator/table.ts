import { styleText } from 'node:util'
import { type OrderStatus, orderStatuses } from '@handsfree/core/contract'
import { escapeUnprintable } from '@handsfree/core/lib'
import stringWidth from 'string-width'

type Style = Parameters<typeof styleText>[0]

/** `hasColour` is false without a TTY and with `NO_COLOR`. */
export type Terminal = {
  write(line: string): void
  writeError(line: string): void
  hasColour: boolean
}

export const paint = (
  { hasColour }: Pick<Terminal, 'hasColour'>,
  style: Style | undefined,
  text: string,
): string => {
  const shown = escapeUnprintable(text)
  // `hasColour` already decided, so don't check stdout again.
  return hasColour && style ? styleText(style, shown, { validateStream: false }) : shown
}

const successStatuses = new Set<OrderStatus>([
  'review_pass',
  'arrived',
  'delivered',
  'handed',
  'completed',
  'refund_completed',
])
const failureStatuses = new Set<OrderStatus>(['review_failed', 'payment_failed', 'cancelled'])
const waitingStatuses = new Set<OrderStatus>([
  'pending_payment',
  'pending_surcharge',
  'pending_pickup',
  'pending_storage',
])

export const statusStyle = (status: OrderStatus): Style => {
  if (successStatuses.has(status)) return 'green'
  if (failureStatuses.has(status)) return 'red'
  return waitingStatuses.has(status) ? 'yellow' : 'cyan'
}

export const isStatus = (word: string): word is OrderStatus => orderStatuses.some((status) => status === word)

export type Cell = { text: string; style?: Style }

const gap = '  '

/** Draws rows in batches. Columns fit the widest cell drawn, so later rows may be wider. */
export function createTable(
  terminal: Pick<Terminal, 'hasColour'>,
  head: readonly string[],
): (rows: readonly (readonly Cell[])[]) => string[] {
  const widths: number[] = []
  let pendingRows: readonly Cell[][] = [head.map((text): Cell => ({ text, style: 'bold' }))]
  return (rows) => {
    const renderedRows = [...pendingRows, ...rows].map((cells) =>
      cells.map(({ text, style }) => {
        const shown = paint(terminal, style, text)
        return { shown, width: stringWidth(shown) }
      }),
    )
    pendingRows = []
    for (const cells of renderedRows)
      for (const [index, { width }] of cells.entries()) widths[index] = Math.max(widths[index] ?? 0, width)
    return renderedRows.map((cells) =>
      cells
        .map(({ shown, width }, index) => shown + ' '.repeat((widths[index] ?? 0) - width))
        .join(gap)
        .trimEnd(),
    )
  }
}

export const table = (
  terminal: Pick<Terminal, 'hasColour'>,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): string[] => createTable(terminal, head)(rows)
