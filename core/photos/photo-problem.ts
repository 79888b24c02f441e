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

const ImageRefusal = v.variant('code', [
  v.object({ code: v.picklist(['unsupportedType', 'unreadable', 'damaged']) }),
  v.object({ code: v.literal('tooLarge'), sizeLimitMb: v.number() }),
])

export const imageRefusal = (details: ImageFailure): ApiFailure => ({
  kind: 'refused',
  code: errorCodes.paramError,
  message: '',
  details,
})

export const photoProblemOf = (failure: ApiFailure): PhotoProblem => {
  if (failure.kind !== 'refused') return { code: failure.kind }
  const image = v.safeParse(ImageRefusal, failure.details)
  if (image.success) return image.output
  const limit = uploadLimits.find((code) => code === fieldOf(failure.details))
  return limit ? { code: limit } : { code: 'refused', errorCode: failure.code }
}
