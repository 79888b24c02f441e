import { type ActorRef, fromPromise, type Snapshot, sendTo, setup } from 'xstate'
import { type ApiFailure, isOutcomeUnknown } from './failure.ts'
import { failureOfEvent } from './from-call.ts'
import { notProvided } from './not-provided.ts'

/** A body and the idempotency key of all its posts. */
export type Submission<Body = unknown> = { idempotencyKey: string; body: Body }

export type SubmissionUpdate<Body, Value> =
  /** Store it and pass it to the next submission as `previous`; null once the server has refused it. */
  | { type: 'submission.changed'; submission: Submission<Body> | null }
  | { type: 'submission.accepted'; value: Value }
  | { type: 'submission.refused'; failure: ApiFailure }
  /** The server may have accepted it. */
  | { type: 'submission.unanswered'; failure: ApiFailure }

export type SubmissionInput = {
  body: unknown
  /** The unanswered submission, if any. An equal body is posted again under its key. */
  previous: Submission | null
  /** 128 random bits as hex. */
  newKey: () => string
  listener: ActorRef<Snapshot<unknown>, SubmissionUpdate<never, never>>
}

type SubmissionContext = Pick<SubmissionInput, 'listener'> & { submission: Submission }

const submissionOf = ({ body, previous, newKey }: SubmissionInput): Submission =>
  previous && JSON.stringify(previous.body) === JSON.stringify(body)
    ? previous
    : { idempotencyKey: newKey(), body }

/** Posts a body exactly once: a retry after a lost answer uses the same key. */
export const submissionMachine = setup({
  types: {
    input: {} as SubmissionInput,
    context: {} as SubmissionContext,
  },
  actors: {
    post: fromPromise<unknown, Submission>(notProvided('submission', 'post')),
  },
  actions: {
    notifyListener: sendTo(
      ({ context }) => context.listener,
      (_, update: SubmissionUpdate<never, never>) => update,
    ),
  },
  guards: {
    isOutcomeUnknown: ({ event }) => isOutcomeUnknown(failureOfEvent(event)),
  },
}).createMachine({
  id: 'submission',
  context: ({ input }) => ({ listener: input.listener, submission: submissionOf(input) }),
  initial: 'posting',
  states: {
    posting: {
      description: 'The listener stores the key before the answer, so a reload can resume.',
      entry: {
        type: 'notifyListener',
        params: ({ context }) => ({ type: 'submission.changed', submission: context.submission as never }),
      },
      invoke: {
        id: 'post',
        src: 'post',
        input: ({ context }) => context.submission,
        onDone: {
          target: 'accepted',
          actions: {
            type: 'notifyListener',
            params: ({ event }) => ({ type: 'submission.accepted', value: event.output as never }),
          },
        },
        onError: [
          {
            guard: 'isOutcomeUnknown',
            target: 'outcomeUnknown',
            actions: {
              type: 'notifyListener',
              params: ({ event }) => ({ type: 'submission.unanswered', failure: failureOfEvent(event) }),
            },
          },
          {
            target: 'refused',
            actions: [
              { type: 'notifyListener', params: { type: 'submission.changed', submission: null } },
              {
                type: 'notifyListener',
                params: ({ event }) => ({ type: 'submission.refused', failure: failureOfEvent(event) }),
              },
            ],
          },
        ],
      },
    },
    accepted: { description: 'The parent machine continues.' },
    refused: { description: 'The next attempt gets a new key.' },
    outcomeUnknown: { description: 'Only the same body under the same key shows whether it was accepted.' },
  },
})
