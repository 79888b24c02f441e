import { fail, ok } from '@handsfree/core'
import type { ApiFailure } from '@handsfree/core/lib'
import { type Submission, type SubmissionInput, submissionMachine } from '@handsfree/core/lib'
import { createEmptyActor } from 'xstate'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const body = { words: 'A wheel is broken.' }
const other = { words: 'A strap is torn.' }
const listener = createEmptyActor() as unknown as SubmissionInput['listener']

const start =
  (previous: unknown) =>
  ({ newKey }: Pick<SubmissionInput, 'newKey'>): SubmissionInput => ({
    body,
    previous: previous === null ? null : { idempotencyKey: 'key-of-old', body: previous },
    newKey,
    listener,
  })

export const submissionModel = defineModel<typeof submissionMachine>({
  machine: submissionMachine,
  starts: {
    'a first post': start(null),
    'the same body again': start({ ...body }),
    'another body than before': start(other),
  },
  samples: {},
  outcomes: {
    post: {
      accepted: ok({}),
      refused: fail(refused(1008)),
      offline: fail(offline),
      'server broken': fail(refused(1003)),
    },
  },
  facts: ({ context: { submission } }) => ({ isRepeat: submission.idempotencyKey === 'key-of-old' }),
  laws: {
    'posts the given body, with the earlier key if and only if that had the same body': ({ calls, input }) =>
      calls.every((call) => {
        const { idempotencyKey, body } = call.input as Submission
        const isSame = JSON.stringify(input.previous?.body) === JSON.stringify(body)
        return body === input.body || (isSame && idempotencyKey === input.previous?.idempotencyKey)
      }),
  },
  simple: { steps: 3, paths: 20 },
})

/** A submission's events to the machine that invoked it. */
export const toldBySubmission = {
  'submission.changed': 'submission',
  'submission.accepted': 'submission',
  'submission.refused': 'submission',
  'submission.unanswered': 'submission',
} as const

const mapValues = <From, To>(values: Record<string, From>, of: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([label, value]) => [label, of(value)]))

/** A submission's events by label: accepted values and refusals. */
export const submissionNews = <Body, Value>(
  submission: Submission<Body>,
  accepted: Record<string, Value>,
  refusals: Record<string, ApiFailure>,
) => ({
  'submission.changed': { posted: { submission }, refused: { submission: null } },
  'submission.accepted': mapValues(accepted, (value) => ({ value })),
  'submission.refused': mapValues(refusals, (failure) => ({ failure })),
  'submission.unanswered': mapValues({ offline, 'server broken': refused(1003) }, (failure) => ({ failure })),
})
