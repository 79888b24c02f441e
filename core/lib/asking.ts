import { fromPromise, type NonReducibleUnknown } from 'xstate'
import type { CancelSignal } from './cancel.ts'
import type { ApiFailure } from './failure.ts'
import type { Result } from './result.ts'

/** The rejection of an asking actor. */
export class Failed extends Error {
  readonly failure: ApiFailure

  constructor(failure: ApiFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/** The failure behind a thrown value; a defect is `unexpected`. */
export const failureOf = (error: unknown): ApiFailure =>
  error instanceof Failed ? error.failure : { kind: 'unexpected', cause: error }

/** The failure that an event carries: the error of an actor, or what a submission failed with. */
export const failureIn = (event: { type: string }): ApiFailure => {
  if ('failure' in event) return event.failure as ApiFailure
  return failureOf('error' in event ? event.error : event)
}

/** The value of a result. Throws `Failed`. */
export function valueIn<Value>(result: Result<Value, ApiFailure>): Value {
  if (result.ok) return result.value
  throw new Failed(result.error)
}

/** What an actor cannot ask without. Throws what is a defect where it is missing. */
export function required<Value>(value: Value | null | undefined, name: string): Value {
  if (value == null) throw new Error(`${name} is missing`)
  return value
}

/** Logic of an actor that asks: it resolves with the value and rejects with `Failed`. */
export const asking = <Value, Input = NonReducibleUnknown>(
  ask: (args: { input: Input; signal: CancelSignal }) => Promise<Result<Value, ApiFailure>>,
) => fromPromise<Value, Input>(async (args) => valueIn(await ask(args)))
