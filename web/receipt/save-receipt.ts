import type { Order } from '@handsfree/core/api'
import { type ReceiptOptions, receiptHtml, receiptName } from './receipt.ts'

/** Milliseconds within which a browser begins a download. */
const patienceMs = 60_000

export function saveReceipt(order: Order, options: ReceiptOptions): void {
  const url = URL.createObjectURL(new Blob([receiptHtml(order, options)], { type: 'text/html' }))
  const link = document.createElement('a')
  link.href = url
  link.download = receiptName(order)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), patienceMs)
}
