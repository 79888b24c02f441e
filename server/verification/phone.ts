import { errorCodes, type Phone } from '@handsfree/core/api'
import { canonicalPhone } from '@handsfree/core/phone'
import { ApiError } from '../http/api-error.ts'

/** A phone in its one spelling. Throws 1008 unless it is possible and valid. */
export function validPhone(phone: Phone): Phone {
  const canonical = canonicalPhone(phone)
  if (canonical) return canonical
  const issues = [{ path: 'body.phoneNumber', message: 'no valid phone number' }]
  throw new ApiError(errorCodes.paramError, 'param error', { details: { issues } })
}
