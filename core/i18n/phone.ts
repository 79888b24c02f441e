import type { Phone } from '../contract/user.ts'

/** `tel:` URL of a number: `tel:+8657100000018`. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`

const shownAtEnd = 4
const shownAtStart = 3
const minHiddenDigits = 3

/** A number masked but recognizable to its owner: `+86 138 **** 2046`. Hides at least three digits. */
export function formatMaskedPhone({ dialCode, phoneNumber }: Phone): string {
  const end = Math.min(shownAtEnd, Math.max(0, phoneNumber.length - minHiddenDigits))
  const start = Math.min(shownAtStart, Math.max(0, phoneNumber.length - end - minHiddenDigits))
  const hidden = '*'.repeat(phoneNumber.length - start - end)
  return [`+${dialCode}`, phoneNumber.slice(0, start), hidden, phoneNumber.slice(phoneNumber.length - end)]
    .filter(Boolean)
    .join(' ')
}
