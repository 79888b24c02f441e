import { errorCodes } from '@handsfree/core/lib'
import { ApiError } from '../runtime/http/api-error.ts'

/** Parses the X-Site-Id header. Throws 1008. */
export const siteIdOf = (header: string | string[] | undefined): string | null => {
  if (header === undefined) return null
  if (typeof header === 'string' && /^[\w-]{1,64}$/.test(header)) return header
  throw new ApiError(errorCodes.paramError, 'X-Site-Id must be an id')
}
