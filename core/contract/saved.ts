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
  summary: 'The recipients and own addresses that the caller has saved, the latest used first.',
  audience: 'traveller',
  result: SavedList,
})

export const changeSaved = postCall('/account/saved/{savedId}', {
  summary:
    'Changes a saved recipient or address, of the same kind. One that is the same afterwards is merged with it. 1008 for a phone number that is not valid.',
  audience: 'traveller',
  params: v.strictObject({ savedId: Id }),
  body: v.strictObject({ content: SavedContent }),
  result: SavedList,
  errors: [1002],
})

export const removeSaved = postCall('/account/saved/{savedId}/remove', {
  summary: 'Deletes a saved recipient or address.',
  audience: 'traveller',
  params: v.strictObject({ savedId: Id }),
  body: v.strictObject({}),
  result: SavedList,
  errors: [1002],
})
