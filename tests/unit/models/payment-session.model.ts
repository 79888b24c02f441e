import { paymentSessionMachine, type SessionFacts } from '@handsfree/core/payments'
import { defineModel, type ModelEnvironment } from '../../../statecharts/paths/machine-model.ts'

const minute = 60_000

const start =
  (tries: number, left: number) =>
  ({ now }: ModelEnvironment): SessionFacts => ({
    now: now(),
    startTime: now(),
    expiresAt: now() + left,
    tries,
    dueTime: null,
  })

const isAsked = (asking: string) => asking === 'checking' || asking === 'ending'

/** One payment session. The provider's reports come in any order, twice, late or never. */
export const paymentSessionModel = defineModel<typeof paymentSessionMachine>({
  machine: paymentSessionMachine,
  starts: {
    'just reserved': start(0, 30 * minute),
    'with one question left': start(23, 30 * minute),
    'whose time is up': start(0, 0),
    'that is long over': start(0, -180 * minute),
  },
  samples: {
    'page.opened': { '': {} },
    'page.failed': { '': {} },
    'session.lapse': { '': {} },
    'session.cancel': { '': {} },
    'provider.open': { '': {} },
    'provider.processing': { '': {} },
    'provider.paid': { '': {} },
    'provider.mispaid': { '': {} },
    'provider.failed': { '': {} },
    'provider.expired': { '': {} },
    'provider.silent': { '': {} },
    'operator.retry': { '': {} },
  },
  outcomes: {},
  facts: ({ context }) => ({
    isTriedOften: context.tries >= 24,
    isLastTry: context.tries >= 23,
    isExpired: context.now >= context.expiresAt,
    isLongOver: context.now >= context.expiresAt + 180 * minute,
  }),
  laws: {
    'a job asks exactly as long as the provider has something to tell': ({ snapshot }) =>
      (snapshot.context.dueTime !== null) === isAsked(snapshot.value.asking),
    'a page that may be paid on is asked about, or given up for all to see': ({ snapshot }) =>
      !['open', 'processing'].includes(snapshot.value.visit) || snapshot.value.asking !== 'idle',
    'a page is closed at the provider only for a visit that nothing is due for': ({ snapshot }) =>
      snapshot.value.asking !== 'ending' || snapshot.value.visit === 'cancelled',
  },
  simple: { steps: 7, paths: 40 },
})
