import type { OrderDraft } from '@handsfree/core/contract'

/** An order's draft as posted. Pickup is on Sunday 2026-11-22 at 14:00 in Shanghai. */
export const orderDraft: OrderDraft = {
  qrId: 'demo-hotel-desk',
  roomNumber: '',
  roomPassword: '',
  delivery: { kind: 'site', siteId: 'hongqiao-railway-station' },
  pickupTime: '2026-11-22T14:00:00+08:00',
  deliveryTime: '2026-11-22T18:00:00+08:00',
  pieces: 2,
  declaredValue: 0,
  photos: [],
  receiver: { name: 'Ada', dialCode: '86', phoneNumber: '13812342046' },
  remarks: '',
}
