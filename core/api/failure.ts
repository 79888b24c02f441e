import { type ErrorCode, errorCodes } from './error-codes.ts'

/**
 * Why a call did not succeed. `refused` is the server's own word (a catalogue code, perhaps one we do not know);
 * `network` is everything that is no answer: offline, cut off, timed out, or a body that is no envelope.
 */
export type ApiFailure =
  | { kind: 'refused'; code: ErrorCode | (number & {}); message: string; details: unknown }
  | { kind: 'network' }
  | { kind: 'unexpected'; cause: unknown }

/** Whether the server refused with this very code. */
export const isRefusedWith = (failure: ApiFailure | null | undefined, code: ErrorCode): boolean =>
  failure?.kind === 'refused' && failure.code === code

/** Codes that say "no such thing, or not yours"; any other refusal may be over at the next try. */
const notThereCodes: readonly number[] = [
  errorCodes.notFound,
  errorCodes.dbNotFound,
  errorCodes.paramError,
  errorCodes.accessDenied,
  errorCodes.siteNotExists,
  errorCodes.expressNotFound,
  errorCodes.billingNotFound,
  errorCodes.insuranceNotExists,
  errorCodes.regionNotExists,
]

/** Whether the server says that what was asked for is not there: asking again cannot help. */
export const isNotThere = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' && notThereCodes.includes(failure.code)

const textOf = (details: unknown, name: 'field' | 'reason'): string | null => {
  const value = (details as Partial<Record<typeof name, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : null
}

/** The field that a refusal's details name, if they do. */
export const fieldOf = (details: unknown): string | null => textOf(details, 'field')

/** The reason that a refusal's details name, if they do. */
export const reasonOf = (details: unknown): string | null => textOf(details, 'reason')
