import * as v from 'valibot'
import type { CancelSignal } from './cancel.ts'
import type { ApiFailure } from './failure.ts'
import { fromCall } from './from-call.ts'
import { validateOnly } from './read-stored.ts'
import type { Result } from './result.ts'
import { type Submission, submissionMachine } from './submission.machine.ts'

export const provideSubmission = <Body>(
  post: (submission: Submission<Body>, signal: CancelSignal) => Promise<Result<unknown, ApiFailure>>,
) =>
  submissionMachine.provide({
    actors: {
      post: fromCall<unknown, Submission>(({ input, signal }) => post(input as Submission<Body>, signal)),
    },
  })

/** Schema of a stored, unanswered submission. */
export const storedSubmission = <Schema extends v.GenericSchema>(body: Schema) =>
  v.nullable(v.object({ idempotencyKey: v.string(), body: validateOnly(body) }))
