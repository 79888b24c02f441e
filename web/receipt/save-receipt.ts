import type { Order } from '@handsfree/core/api'
import { type ReceiptOptions, receiptHtml, receiptName } from './receipt.ts'

/** How long a browser may take to begin with a download, milliseconds. */
const patienceMs = 60_000

/** Hands an order's receipt to the browser as a download. */
export function saveReceipt(order: Order, options: ReceiptOptions): void {
  const url = URL.createObjectURL(new Blob([receiptHtml(order, options)], { type: 'text/html' }))
  const link = document.createElement('a')
  link.href = url
  link.download = receiptName(order)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), patienceMs)
}
