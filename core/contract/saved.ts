import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Id, requiredText, Timestamp, text } from './common.ts'
import { Receiver, rememberedParts } from './order.ts'

const address = { regionId: Id, address: requiredText(200), detail: text(100) }

export const SavedContent = v.variant('kind', [
  v.strictObject({ kind: v.literal(rememberedParts[0]), ...Receiver.entries }),
  v.strictObject({ kind: v.literal(rememberedParts[1]), ...address }),
])
export type SavedContent = v.InferOutput<typeof SavedContent>

export const SavedEntry = v.object({
  savedId: Id,
  content: SavedContent,
  /** Region of an address, in the request's language; empty for a recipient. */
  regionName: v.string(),
  /** When it was last saved with an order or changed. */
  useTime: Timestamp,
})
export type SavedEntry = v.InferOutput<typeof SavedEntry>

const SavedList = v.array(SavedEntry)

export const listSaved = getCall('/account/saved', {
  summary: 'Returns the caller’s saved recipients and addresses, last used first.',
  audience: 'traveller',
  result: SavedList,
})

export const changeSaved = postCall('/account/saved/{savedId}', {
  summary:
    'Changes a saved recipient or address; its kind stays. Merges it with an identical one. Fails with 1002 for an unknown entry, and with 1008 for an invalid phone number.',
  audience: 'traveller',
  params: v.strictObject({ savedId: Id }),
  body: v.strictObject({ content: SavedContent }),
  result: SavedList,
  errors: [1002],
})

export const removeSaved = postCall('/account/saved/{savedId}/remove', {
  summary: 'Deletes a saved recipient or address. Fails with 1002 for an unknown entry.',
  audience: 'traveller',
  params: v.strictObject({ savedId: Id }),
  body: v.strictObject({}),
  result: SavedList,
  errors: [1002],
})
