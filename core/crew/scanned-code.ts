import type { App } from '../app.ts'
import type { OperatorOrder } from '../contract/operator.ts'
import { readCard } from '../orders/desk-card.ts'

/** Tags and seals: at most 20 letters, digits and hyphens. */
const codePattern = /^[\p{L}\d](?:[\p{L}\d-]{0,19})$/u

/** The code of a scanned tag or seal as printed; null for any other QR code. */
export function readBagCode(text: string): string | null {
  const code = text.normalize('NFKC').trim()
  return codePattern.test(code) ? code : null
}

/** Codes of new tags: eight random hexadecimal digits each, so that two desks never print the same. */
export const newTagCodes = ({ newKey }: Pick<App, 'newKey'>, count: number): string[] =>
  Array.from({ length: count }, () => `HF-${newKey().slice(0, 8).toUpperCase()}`)

/** The tag or the card’s order number in a scanned text, to be searched; null for any other QR code. */
export const readSearchCode = (text: string): string | null =>
  readCard(text.toUpperCase())?.orderNumber ?? readBagCode(text)

/** The claim code of a scanned card of this order; null for another order's card and any other QR code. */
export function readClaimCode(
  text: string,
  { orderNumber }: Pick<OperatorOrder, 'orderNumber'>,
): string | null {
  const card = readCard(text.toUpperCase())
  return card?.orderNumber === orderNumber.replaceAll(' ', '').toUpperCase() ? card.claimCode : null
}
