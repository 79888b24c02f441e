import { type ErrorCode, errorCodes } from './error-codes.ts'

/**
 * Why a call failed. `refused` carries the server's code of the catalogue, perhaps one we do not know; `network` is
 * everything without an answer: offline, cut off, timed out, a body that is no envelope, or too many requests from here
 * in a minute.
 */
export type ApiFailure =
  | { kind: 'refused'; code: ErrorCode | (number & {}); message: string; details: unknown }
  | { kind: 'network' }
  | { kind: 'unexpected'; cause: unknown }

/** Whether the server refused with this very code. */
export const isRefusedWith = (failure: ApiFailure | null | undefined, code: ErrorCode): boolean =>
  failure?.kind === 'refused' && failure.code === code

/**
 * Codes for "not found, or not yours"; a retry may cure any other refusal. 1012 isn't one: the server refuses reads with
 * it only over a limit (429), whatever was requested.
 */
const notThereCodes: readonly number[] = [
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

/** Whether the server did not find what was requested: a retry cannot help. */
export const isNotThere = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' && notThereCodes.includes(failure.code)

/** Codes for something that broke at the server, perhaps after the work was done. */
const brokenCodes: readonly number[] = [
  errorCodes.internalServerError,
  errorCodes.cacheError,
  errorCodes.thirdPartyError,
  errorCodes.dbError,
  errorCodes.messagingError,
]

/** Whether a post that failed may have been done: without an answer, or after something broke at the server. */
export const mayBeDone = (failure: ApiFailure): boolean =>
  failure.kind !== 'refused' || brokenCodes.includes(failure.code)

const textOf = (details: unknown, name: 'field' | 'reason'): string | null => {
  const value = (details as Partial<Record<typeof name, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : null
}

/** The field in a refusal's details, if any. */
export const fieldOf = (details: unknown): string | null => textOf(details, 'field')

/** The reason in a refusal's details, if any. */
export const reasonOf = (details: unknown): string | null => textOf(details, 'reason')
