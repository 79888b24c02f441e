import type { PhoneEntry } from '../phone/phone.ts'

type Entry = { phone: PhoneEntry; qrId: string | null }
type EntryEvent = { type: string; phone?: Partial<PhoneEntry>; qrId?: string | null }

/** The QR code at whose site the sign-in began. */
export const originOf = ({ qrId }: Pick<Entry, 'qrId'>, event: EntryEvent): string | null =>
  event.type === 'auth.begin' ? (event.qrId ?? null) : qrId

/** The phone entry with what was typed. */
export const typedPhone = ({ phone }: Pick<Entry, 'phone'>, event: EntryEvent): PhoneEntry => ({
  ...phone,
  ...(event.type === 'phone.change' ? event.phone : {}),
})
