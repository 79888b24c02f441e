import { type RefundFacts, refundMachine } from '@handsfree/core/payments'
import { defineModel, type ModelEnvironment } from '../../../statecharts/paths/machine-model.ts'

const hour = 3_600_000

const start =
  (facts: Partial<RefundFacts>, age = 0) =>
  ({ now }: ModelEnvironment): RefundFacts => ({
    now: now(),
    startTime: now() - age,
    tries: 0,
    attempt: 0,
    dueTime: now(),
    ...facts,
  })

const attempts = { 'of the first attempt': { attempt: 0 }, 'of the second attempt': { attempt: 1 } }

/** One refund. The provider's reports come in any order, twice, late or never. */
export const refundModel = defineModel<typeof refundMachine>({
  machine: refundMachine,
  starts: {
    'just queued': start({}),
    'with one try left': start({ tries: 11 }),
    'after 72 hours': start({}, 72 * hour),
  },
  samples: {
    'refund.ask': { '': {} },
    'provider.accepted': attempts,
    'provider.refunded': attempts,
    'provider.failed': attempts,
    'provider.tooLate': attempts,
    'provider.silent': { '': {} },
    'operator.retry': { '': {} },
    'operator.markDone': { '': {} },
  },
  outcomes: {},
  facts: ({ context }) => ({
    isTriedOften: context.tries >= 12,
    isLastTry: context.tries === 11,
    attempt: Math.min(context.attempt, 2),
    isEnded: context.dueTime === null,
    isOld: context.now - context.startTime >= 72 * hour,
  }),
  laws: {
    'a job works on it exactly as long as it is neither done nor given up': ({ snapshot }) =>
      (snapshot.context.dueTime !== null) === ['due', 'asking', 'requested'].includes(String(snapshot.value)),
    'it is never asked for before its time': ({ snapshot }) =>
      snapshot.context.dueTime === null || snapshot.context.dueTime >= snapshot.context.now,
  },
  simple: { steps: 7, paths: 40 },
})
