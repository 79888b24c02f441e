import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { FileUrl } from './common.ts'

export const StoredFile = v.object({ url: FileUrl, width: v.number(), height: v.number() })
export type StoredFile = v.InferOutput<typeof StoredFile>

/** The body is `multipart/form-data` with one part named `file`. */
export const uploadFile = postCall('/files', {
  summary:
    'Stores one image (JPG, PNG or WebP by content, 10 MB, 40 megapixels). It is turned upright and re-encoded without metadata. The answer’s url is stable in path, signed, and good for its owner for 15 minutes; reading an order signs it again. 1005 when the storage does not take it.',
  audience: 'traveller',
  bodyKind: 'image',
  result: StoredFile,
  errors: [1005],
})

export const signFile = getCall('/files/signed', {
  summary:
    'A picture of the caller’s own under an address that is good for another 15 minutes. Its part before the question mark stays the same.',
  audience: 'traveller',
  query: v.strictObject({ url: FileUrl }),
  result: StoredFile,
})
