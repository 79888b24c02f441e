import * as v from 'valibot'
import { Locale, Timestamp } from '../contract/common.ts'
import { orderFieldNames } from '../contract/order-fields.ts'
import { Hours } from '../contract/site.ts'

/** Generous limit: the form reports values that are too long, so the store must not drop them. */
export const typedText = v.pipe(v.string(), v.maxLength(10_000))
const optionalNullable = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.nullable(schema), null)

/** Whether to save this entry for the next order. */
const save = v.optional(v.boolean())

/**
 * The chosen destination, with enough of a site to show and check it without a call. Drafts of older releases lack
 * region, time zone and hours. The form fetches them when it opens. If that fails, the traveller chooses again.
 */
export const DeliveryChoice = v.variant('kind', [
  v.object({
    kind: v.literal('site'),
    site: v.object({
      siteId: typedText,
      name: typedText,
      address: typedText,
      storage: v.boolean(),
      regionId: v.optional(typedText),
      timeZone: v.optional(typedText),
      hours: v.optional(v.nullable(Hours)),
    }),
  }),
  v.object({
    kind: v.literal('custom'),
    regionId: optionalNullable(typedText),
    address: typedText,
    detail: typedText,
    save,
  }),
])
export type DeliveryChoice = v.InferOutput<typeof DeliveryChoice>

export const DraftReceiver = v.object({
  who: v.picklist(['me', 'other']),
  name: typedText,
  dialCode: typedText,
  phoneNumber: typedText,
  /** Country picked among those that share the calling code. Never sent to the server. */
  country: v.optional(typedText),
  /** Language of text messages to another receiver; defaults to the traveller's. */
  locale: v.optional(Locale),
  save,
})
export type DraftReceiver = v.InferOutput<typeof DraftReceiver>

const timeFields = ['pickupTime', 'deliveryTime'] as const
export type TimeField = (typeof timeFields)[number]

/** The draft in memory and in storage. New fields need a default, since drafts of older releases lack them. */
export const Draft = v.object({
  roomNumber: v.optional(typedText, ''),
  delivery: optionalNullable(DeliveryChoice),
  /** ISO 8601 with offset, as `deliveryTime`. */
  pickupTime: optionalNullable(Timestamp),
  deliveryTime: optionalNullable(Timestamp),
  /** Times that were suggested, not chosen. */
  suggested: v.optional(v.array(v.picklist(timeFields)), []),
  pieces: v.optional(v.number(), 1),
  /** Declared value per bag, in minor units. */
  declaredValue: v.optional(v.number(), 0),
  /** Typed text that isn't a valid amount; `declaredValue` is 0 then. */
  declaredText: v.optional(typedText, ''),
  receiver: DraftReceiver,
  ...v.entriesFromList(orderFieldNames, v.optional(typedText, '')),
})
export type Draft = v.InferOutput<typeof Draft>

const Patch = v.partial(v.pick(Draft, ['delivery', 'receiver']))

/** Rejects patches in API shape: a site with only an id, or a receiver without `who`. They would corrupt the form. */
export const isDraftPatch = (patch: unknown): patch is Partial<Draft> => v.is(Patch, patch)

export const emptyDraft = (receiver: DraftReceiver, roomNumber = ''): Draft => ({
  ...v.getDefaults(Draft),
  suggested: [],
  receiver,
  roomNumber,
})
