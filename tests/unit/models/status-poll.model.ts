import { type StatusPollInput, statusPollMachine } from '@handsfree/core/payments'
import { createEmptyActor } from 'xstate'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { statuses } from './payment.model.ts'

const start = (pace: StatusPollInput['pace']) => (): StatusPollInput => ({
  sessionId: 'session-1',
  pace,
  listener: createEmptyActor() as unknown as StatusPollInput['listener'],
})

/** Polls a session's status at a fixed interval and on demand. */
export const statusPollModel = defineModel<typeof statusPollMachine>({
  machine: statusPollMachine,
  starts: { 'at a steady pace': start('steady'), 'on a hint': start('onHint') },
  samples: { 'poll.hint': { '': {} } },
  outcomes: { fetchStatus: { open: statuses.open, offline: statuses.offline } },
  delays: { pollDelay: [1_000, 2_000, 3_000, 5_000] },
  facts: ({ context }) => ({ asked: Math.min(5, context.pollCount), pace: context.pace }),
  laws: {
    'nothing is asked on a hint only, unless there was one': ({ snapshot, calls }) =>
      snapshot.context.pace === 'steady' || snapshot.context.pollCount <= calls.length,
    'every question is about the session': ({ calls }) =>
      calls.every(({ input }) => (input as { sessionId: string }).sessionId === 'session-1'),
  },
  simple: { steps: 8, paths: 30 },
})
