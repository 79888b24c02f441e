import type { Phone } from '@handsfree/core/contract'
import { mobileRegion } from '@handsfree/core/phone'

/** Takes a calling code's place. Calling codes are digits. */
const mailCode = '@'

/** Takes a country's place, so that mail has its own counters and pauses. */
export const mailCountry = '@'

/** Where a code is sent, as stored: an e-mail address takes a number's place. Addresses differing in case are one. */
export const mailAddressOf = (email: string): Phone => ({
  dialCode: mailCode,
  phoneNumber: email.toLowerCase(),
})

/** The country whose counters a code belongs to; null for a number that isn't mobile. */
export const countryOf = (address: Phone): string | null =>
  address.dialCode === mailCode ? mailCountry : mobileRegion(address)
