import { type TextMessageFacts, textMessageMachine } from '@handsfree/core/notifications'
import { defineModel, type ModelEnvironment } from '../../../statecharts/paths/machine-model.ts'

const start = ({ now }: ModelEnvironment): TextMessageFacts => ({ now: now(), tries: 0, dueTime: now() })

/** One text message, whose gateway may fail any number of times. */
export const textMessageModel = defineModel<typeof textMessageMachine>({
  machine: textMessageMachine,
  starts: { 'just queued': start },
  samples: {
    'message.send': { '': {} },
    'message.skip': { '': {} },
    'message.restore': { '': {} },
    'gateway.sent': { '': {} },
    'gateway.failed': { '': {}, 'with a long pause': { retryAfterMs: 3_600_000 } },
    'gateway.refused': { '': {} },
    'gateway.delivered': { '': {} },
    'gateway.undelivered': { '': {} },
    'operator.retry': { '': {} },
  },
  outcomes: {},
  facts: ({ context }) => ({ tries: Math.min(context.tries, 6) }),
  laws: {
    'a job works on it exactly as long as it is neither sent, skipped nor given up': ({ snapshot }) =>
      (snapshot.context.dueTime !== null) === ['due', 'sending'].includes(String(snapshot.value)),
  },
  simple: { steps: 8, paths: 30 },
})
