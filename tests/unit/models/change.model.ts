import { type ChangeFacts, changeMachine } from '@handsfree/core/orders'
import { defineModel, type ModelEnvironment } from '../../../statecharts/paths/machine-model.ts'

const minute = 60_000

const start =
  (facts: Partial<ChangeFacts>, age = 0) =>
  ({ now }: ModelEnvironment): ChangeFacts => ({
    now: now(),
    startTime: now() - age,
    difference: 0,
    dueTime: null,
    ...facts,
  })

/** One change of an order, with its deadlines. */
export const changeModel = defineModel<typeof changeMachine>({
  machine: changeMachine,
  starts: {
    'costs nothing': start({}),
    'costs more': start({ difference: 9800 }),
    'costs more, 15 minutes ago': start({ difference: 9800 }, 15 * minute),
    'costs nothing, 30 minutes ago': start({}, 30 * minute),
  },
  samples: {
    'traveller.confirm': { '': {} },
    'traveller.wish': { '': {} },
    'traveller.withdraw': { '': {} },
    'payment.succeeded': { '': {} },
    'clock.due': { '': {} },
    'operator.allow': { '': {} },
    'operator.reject': { '': {} },
    'order.wentOn': { '': {} },
  },
  outcomes: {},
  facts: ({ context }) => ({
    costsMore: context.difference > 0,
    isDue: context.dueTime === null || context.now >= context.dueTime,
    runs: context.dueTime !== null,
  }),
  laws: {
    'a clock runs exactly as long as it is paid or answered in time': ({ snapshot }) =>
      (snapshot.context.dueTime !== null) ===
      ['waitPayment', 'waitDecision'].includes(String(snapshot.value)),
    'nothing is to pay for what costs no more': ({ snapshot }) =>
      !(snapshot.value === 'waitPayment' && snapshot.context.difference <= 0),
  },
  simple: { steps: 6, paths: 120 },
})
