import * as v from 'valibot'
import { Locale, Timestamp } from '../contract/common.ts'
import { orderFieldNames } from '../contract/order-fields.ts'
import { Hours } from '../contract/site.ts'

/** As typed: what is too long or out of range is reported by the form, and must survive until then. */
export const typed = v.pipe(v.string(), v.maxLength(10_000))
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null)

/** Whether the traveller wants it saved for the next order. */
const save = v.optional(v.boolean())

/**
 * The chosen destination: enough of a site to show and check it without a call. An earlier version stored no region and
 * hours: they are read when the draft is opened, or the traveller chooses again.
 */
export const DeliveryChoice = v.variant('kind', [
  v.object({
    kind: v.literal('site'),
    site: v.object({
      siteId: typed,
      name: typed,
      address: typed,
      storage: v.boolean(),
      regionId: v.optional(typed),
      timeZone: v.optional(typed),
      hours: v.optional(v.nullable(Hours)),
    }),
  }),
  v.object({ kind: v.literal('custom'), regionId: maybe(typed), address: typed, detail: typed, save }),
])
export type DeliveryChoice = v.InferOutput<typeof DeliveryChoice>

export const DraftReceiver = v.object({
  who: v.picklist(['me', 'other']),
  name: typed,
  dialCode: typed,
  phoneNumber: typed,
  /** The chosen one of the countries that share the calling code; it is not sent. */
  country: v.optional(typed),
  /** The language of text messages to somebody else; the traveller's without it. */
  locale: v.optional(Locale),
  save,
})
export type DraftReceiver = v.InferOutput<typeof DraftReceiver>

const timeFields = ['pickupTime', 'deliveryTime'] as const
export type TimeField = (typeof timeFields)[number]

/**
 * The draft, on the page and in storage. A new field needs an initial value, which stored drafts of an earlier version
 * get as well.
 */
export const Draft = v.object({
  roomNumber: v.optional(typed, ''),
  delivery: maybe(DeliveryChoice),
  /** ISO 8601 with offset, as the delivery's. */
  pickupTime: maybe(Timestamp),
  deliveryTime: maybe(Timestamp),
  /** Times that were filled in for the traveller, who has chosen none yet. */
  suggested: v.optional(v.array(v.picklist(timeFields)), []),
  pieces: v.optional(v.number(), 1),
  /** Declared value of one piece, minor units. */
  declaredValue: v.optional(v.number(), 0),
  /** What was typed for it that is no amount; the value is 0 then. */
  declaredText: v.optional(typed, ''),
  receiver: DraftReceiver,
  ...v.entriesFromList(orderFieldNames, v.optional(typed, '')),
})
export type Draft = v.InferOutput<typeof Draft>

const Patch = v.partial(v.pick(Draft, ['delivery', 'receiver']))

/**
 * Whether a change fits the draft. The API names a site by its id alone and a receiver without `who`: taken over as they
 * are, they would leave a form that no longer knows what was chosen.
 */
export const isDraftPatch = (patch: unknown): patch is Partial<Draft> => v.is(Patch, patch)

export const emptyDraft = (receiver: DraftReceiver, roomNumber = ''): Draft => ({
  ...v.getDefaults(Draft),
  suggested: [],
  receiver,
  roomNumber,
})
