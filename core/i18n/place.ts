import type { Location } from '../contract/common.ts'
import type { Formatter } from './formatter.ts'

/** Joins the non-empty parts with middle dots. */
export const joinParts = (parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ')

/** "Room 1208"; empty without a number. */
export const formatRoom = (roomNumber: string, intl: Formatter): string =>
  roomNumber === '' ? '' : intl.formatMessage({ id: 'place.room' }, { roomNumber })

/** The line below a place's name: its room or the spot inside it, then its address. */
export const formatAddress = (
  place: { location: Pick<Location, 'address' | 'detail'>; roomNumber?: string | null },
  intl: Formatter,
): string =>
  joinParts([formatRoom(place.roomNumber ?? '', intl) || place.location.detail, place.location.address])
