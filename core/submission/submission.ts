import * as v from 'valibot'
import { asking } from '../api/asking.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { CancelSignal } from '../cancel.ts'
import type { Result } from '../result.ts'
import { unchanged } from '../storage/read-stored.ts'
import { type Submission, submissionMachine } from './submission.machine.ts'

/** The submission machine with the call that posts a body under its key. */
export const provideSubmission = <Body>(
  post: (submission: Submission<Body>, signal: CancelSignal) => Promise<Result<unknown, ApiFailure>>,
) =>
  submissionMachine.provide({
    actors: {
      post: asking<unknown, Submission>(({ input, signal }) => post(input as Submission<Body>, signal)),
    },
  })

/** Schema of a stored submission; null when none is unanswered. */
export const storedSubmission = <Schema extends v.GenericSchema>(body: Schema) =>
  v.nullable(v.object({ idempotencyKey: v.string(), body: unchanged(body) }))
