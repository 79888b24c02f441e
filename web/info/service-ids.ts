import type { MessageKeyUnder } from '../app/message-key.ts'

/** The seven services that home advertises, in its order. */
export const serviceIds = [
  'wifi',
  'handsFree',
  'advice',
  'checkOut',
  'renewal',
  'medical',
  'cleaning',
] as const satisfies MessageKeyUnder<'services.name'>[]

export type ServiceId = (typeof serviceIds)[number]
