import type { ErrorCode } from './error-codes.ts'

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
