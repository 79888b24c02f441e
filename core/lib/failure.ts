import { type ErrorCode, errorCodes } from './error-codes.ts'

/**
 * Why a call failed. `refused` carries the server's code, which may be unknown to this release.
 * `network`: no valid response, such as offline, timeout, an invalid envelope, or the rate limit per address.
 */
export type ApiFailure =
  | {
      kind: 'refused'
      code: ErrorCode | (number & {})
      message: string
      details: unknown
      requestId?: string | undefined
    }
  | { kind: 'network' }
  | { kind: 'unexpected'; cause: unknown }

/** Read out to support, who find the row in `failed_calls` by it. */
export const referenceOf = (requestId: string): string => requestId.slice(-6).toUpperCase()

export const isRefusedWith = (failure: ApiFailure | null | undefined, code: ErrorCode): boolean =>
  failure?.kind === 'refused' && failure.code === code

/**
 * Codes for "not found, or not yours"; a retry may cure any other refusal. 1012 isn't one: for reads it only means a
 * rate limit (429).
 */
const notFoundCodes: readonly number[] = [
  errorCodes.notFound,
  errorCodes.dbNotFound,
  errorCodes.paramError,
  errorCodes.siteNotExists,
  errorCodes.siteClosed,
  errorCodes.expressNotFound,
  errorCodes.billingNotFound,
  errorCodes.insuranceNotExists,
  errorCodes.regionNotExists,
]

/** Whether the server didn't find the resource, so that a retry can't help. */
export const isNotFound = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' && notFoundCodes.includes(failure.code)

/** Codes for server errors, after which the work may be done. */
const serverErrorCodes: readonly number[] = [
  errorCodes.internalServerError,
  errorCodes.cacheError,
  errorCodes.thirdPartyError,
  errorCodes.dbError,
  errorCodes.messagingError,
]

/** Whether a failed post may have succeeded: no answer, or a server error. */
export const isOutcomeUnknown = (failure: ApiFailure): boolean =>
  failure.kind !== 'refused' || serverErrorCodes.includes(failure.code)

const textOf = (details: unknown, name: 'field' | 'reason'): string | null => {
  const value = (details as Partial<Record<typeof name, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : null
}

export const fieldOf = (details: unknown): string | null => textOf(details, 'field')

export const reasonOf = (details: unknown): string | null => textOf(details, 'reason')
