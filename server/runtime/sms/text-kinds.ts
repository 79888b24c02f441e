import type { Locale } from '@handsfree/core/contract'

/** Values of each kind of text message, in the order in which gateways without named values get them. */
export const valuesByKind = {
  code: ['code', 'minutes'],
  phoneChanged: ['hotline'],
  prepared: ['from', 'link'],
  pickedUp: ['orderNumber', 'pieces', 'from', 'to', 'arrival'],
  readyToCollect: ['orderNumber', 'pieces', 'to'],
  handedOver: ['orderNumber', 'pieces', 'to', 'hotline'],
  receiverPickedUp: ['orderNumber', 'pieces', 'from', 'to', 'arrival', 'link'],
  receiverReadyToCollect: ['orderNumber', 'pieces', 'to', 'link'],
  receiverHandedOver: ['orderNumber', 'pieces', 'to', 'hotline'],
  pickupMissed: ['orderNumber', 'from', 'hotline'],
  deliveryLate: ['orderNumber', 'pieces', 'to', 'hotline'],
  returnAsked: ['orderNumber', 'pieces', 'to', 'hotline'],
  recalled: ['orderNumber', 'pieces', 'to', 'hotline'],
  closedUndelivered: ['orderNumber', 'pieces', 'hotline'],
} as const

export type TextKind = keyof typeof valuesByKind
export const textKinds = Object.keys(valuesByKind) as TextKind[]

export type TextValue = (typeof valuesByKind)[TextKind][number]

/** `text` is for gateways that accept free text; the others fill their template with `values`. */
export type TextMessage = {
  kind: TextKind
  locale: Locale
  text: string
  values: Partial<Record<TextValue, string>>
}
