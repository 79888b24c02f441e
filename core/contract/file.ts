import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { FileUrl } from './common.ts'

export const StoredFile = v.object({ url: FileUrl, width: v.number(), height: v.number() })
export type StoredFile = v.InferOutput<typeof StoredFile>

/** The body is `multipart/form-data` with one part named `file`. */
export const uploadFile = postCall('/files', {
  summary:
    'Stores one image: JPG, PNG or WebP by content, up to 10 MB and 40 megapixels. The server rotates it upright and re-encodes it without metadata. The returned URL has a fixed path and a signature that works for its owner for 15 minutes; reading an order renews it. Fails with 1005 if the storage is unavailable.',
  audience: 'traveller',
  bodyKind: 'image',
  result: StoredFile,
  errors: [1005],
})

export const signFile = getCall('/files/signed', {
  summary:
    'Renews the signed URL of one of the caller’s images for 15 minutes. The part before the question mark doesn’t change.',
  audience: 'traveller',
  query: v.strictObject({ url: FileUrl }),
  result: StoredFile,
})
