import { type ErrorCode, errorCodes } from '@handsfree/core/lib'

const statuses: Partial<Record<ErrorCode, number>> = {
  [errorCodes.signatureNotMatch]: 403,
  [errorCodes.notFound]: 404,
  [errorCodes.internalServerError]: 500,
  [errorCodes.thirdPartyError]: 500,
  [errorCodes.messagingError]: 500,
  [errorCodes.dbError]: 500,
  [errorCodes.dbNotFound]: 404,
  [errorCodes.notLoggedIn]: 401,
  [errorCodes.roleAuthError]: 403,
  [errorCodes.accessDenied]: 403,
  [errorCodes.dbExists]: 409,
  [errorCodes.verificationCodeTooSoon]: 429,
  [errorCodes.siteNotExists]: 404,
  [errorCodes.siteClosed]: 410,
  [errorCodes.qrBindExists]: 409,
  [errorCodes.cityDuplicate]: 409,
  [errorCodes.expressNotFound]: 404,
  [errorCodes.cannotCancel]: 409,
  [errorCodes.reviewStateCannotChange]: 409,
  [errorCodes.pickupError]: 409,
  [errorCodes.insuranceNotExists]: 404,
  [errorCodes.regionNotExists]: 404,
  [errorCodes.billingNotFound]: 404,
  [errorCodes.billingRuleNotFound]: 409,
}

/**
 * An error for the client: a code of the spec, a short English message, and details as the envelope's `result`.
 * `cause` is logged.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: unknown

  constructor(
    code: ErrorCode,
    message: string,
    { status, details = null, cause }: { status?: number; details?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'ApiError'
    this.code = code
    this.status = status ?? statuses[code] ?? 400
    this.details = details
  }
}

export const paramError = (message: string, status: number) =>
  new ApiError(errorCodes.paramError, message, { status })
