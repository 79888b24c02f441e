import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { StoredFile } from './file.ts'

/** SHA-256 in hex. */
const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

export const SitePicture = v.object({
  ...StoredFile.entries,
  /** SHA-256 of the uploaded file, to skip repeated uploads. */
  sourceHash: Hash,
  /** SHA-256 of the stored image, part of its URL. */
  contentHash: Hash,
})
export type SitePicture = v.InferOutput<typeof SitePicture>

/** The body is `multipart/form-data` with one part named `file`. */
export const uploadSitePicture = postCall('/operator/site-pictures', {
  summary:
    'Stores a public picture of a site, checked and re-encoded like travellers’ photos. Add its URL to a site’s `photos`; unused pictures are deleted after a day. Uploading the same file again returns the stored picture.',
  audience: 'operator',
  bodyKind: 'image',
  result: SitePicture,
  errors: [1005],
})

export const listSitePictures = getCall('/operator/site-pictures', {
  summary: 'Returns the stored pictures of sites, newest first.',
  audience: 'operator',
  result: v.array(SitePicture),
})

const picturePathPrefix = '/api/site-pictures/'

export const sitePictureUrl = (contentHash: string): string => `${picturePathPrefix}${contentHash}.webp`

/** The hash in a site picture's URL; null for any other URL. */
export const sitePictureHash = (url: string): string | null =>
  url.startsWith(picturePathPrefix)
    ? (/^([0-9a-f]{64})\.webp$/.exec(url.slice(picturePathPrefix.length))?.[1] ?? null)
    : null
