import * as v from 'valibot'
import { Timestamp } from '../api/contract/common.ts'
import { createOrder } from '../api/contract/order.ts'
import type { KeyValueStorage } from '../platform.ts'
import { orderPreviewKey } from './clear-preview.ts'

/** As typed: what is too long or out of range is told by the form, and must survive until then. */
const text = v.pipe(v.string(), v.maxLength(10_000))

/** What survives a reload of a half-made order. Another version, another owner or a broken text is dropped. */
const OrderPreview = v.object({
  version: v.literal(1),
  /** The traveller whose draft it is. */
  uin: text,
  qrId: text,
  draft: v.object({
    roomNumber: text,
    roomPassword: text,
    delivery: v.nullable(
      v.variant('kind', [
        v.object({
          kind: v.literal('site'),
          site: v.object({ siteId: text, name: text, address: text, storage: v.boolean() }),
        }),
        v.object({ kind: v.literal('custom'), address: text, detail: text }),
      ]),
    ),
    pickupTime: v.nullable(Timestamp),
    deliveryTime: v.nullable(Timestamp),
    pieces: v.number(),
    declaredValue: v.number(),
    receiver: v.object({ who: v.picklist(['me', 'other']), name: text, dialCode: text, phoneNumber: text }),
    remarks: text,
  }),
  /** Addresses of photos that are uploaded. */
  photos: v.array(v.string()),
  agreedTerms: v.nullable(v.string()),
  /** Posted, but the answer is unknown: it is sent again under the same key. */
  submission: v.nullable(v.object({ idempotencyKey: v.string(), body: createOrder.body })),
  /** Made, but not yet paid. */
  orderId: v.nullable(v.string()),
})
export type OrderPreview = v.InferOutput<typeof OrderPreview>

export function readOrderPreview(storage: KeyValueStorage, uin: string): OrderPreview | null {
  try {
    const parsed = v.safeParse(OrderPreview, JSON.parse(storage.get(orderPreviewKey) ?? 'null'))
    return parsed.success && parsed.output.uin === uin ? parsed.output : null
  } catch {
    return null
  }
}

export const writeOrderPreview = (storage: KeyValueStorage, preview: OrderPreview): void =>
  storage.set(orderPreviewKey, JSON.stringify(preview))
