import { fromPromise, type NonReducibleUnknown } from 'xstate'
import type { CancelSignal } from './cancel.ts'
import type { ApiFailure } from './failure.ts'
import type { Result } from './result.ts'

/** Error with which `asking` actors reject. */
export class ApiFailureError extends Error {
  readonly failure: ApiFailure

  constructor(failure: ApiFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/** The failure in a thrown value; `unexpected` for anything but `Failed`. */
export const toFailure = (error: unknown): ApiFailure =>
  error instanceof ApiFailureError ? error.failure : { kind: 'unexpected', cause: error }

/** The failure in an event of an actor or a submission. */
export const failureOfEvent = (event: { type: string }): ApiFailure => {
  if ('failure' in event) return event.failure as ApiFailure
  return toFailure('error' in event ? event.error : event)
}

/** Unwraps a result. Throws `Failed`. */
export function unwrap<Value>(result: Result<Value, ApiFailure>): Value {
  if (result.ok) return result.value
  throw new ApiFailureError(result.error)
}

/** Asserts that a required value is set; throws if not, which is a defect. */
export function assertPresent<Value>(value: Value | null | undefined, name: string): Value {
  if (value == null) throw new Error(`${name} is missing`)
  return value
}

/** Actor logic from a call: resolves with the value, rejects with `Failed`. */
export const fromCall = <Value, Input = NonReducibleUnknown>(
  call: (args: { input: Input; signal: CancelSignal }) => Promise<Result<Value, ApiFailure>>,
) => fromPromise<Value, Input>(async (args) => unwrap(await call(args)))
