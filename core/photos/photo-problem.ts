import * as v from 'valibot'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf } from '../lib/failure.ts'
import type { ImageFailure } from '../lib/platform.ts'

const uploadLimits = ['photosAtOnce', 'photosToday'] as const

export type PhotoProblem =
  | { code: (typeof uploadLimits)[number] }
  | ImageFailure
  | { code: 'network' }
  | { code: 'refused'; errorCode: number }
  | { code: 'gone' }
  | { code: 'unexpected' }

const ImageRefused = v.variant('code', [
  v.object({ code: v.picklist(['unsupportedType', 'unreadable', 'damaged']) }),
  v.object({ code: v.literal('tooLarge'), sizeLimitMb: v.number() }),
])

export const refusedImage = (details: ImageFailure): ApiFailure => ({
  kind: 'refused',
  code: errorCodes.paramError,
  message: '',
  details,
})

export const problemOf = (failure: ApiFailure): PhotoProblem => {
  if (failure.kind !== 'refused') return { code: failure.kind }
  const image = v.safeParse(ImageRefused, failure.details)
  if (image.success) return image.output
  const limit = uploadLimits.find((code) => code === fieldOf(failure.details))
  return limit ? { code: limit } : { code: 'refused', errorCode: failure.code }
}
