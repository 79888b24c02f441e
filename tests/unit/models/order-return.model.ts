import { fail, ok } from '@handsfree/core'
import type { OrderReturn, ReturnChoice } from '@handsfree/core/contract'
import {
  type OrderReturnInput,
  orderReturnMachine,
  returnFingerprint,
  returnStage,
} from '@handsfree/core/orders'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, order, refused } from './samples.ts'

const { lifecycle, pickup } = order()
const waiting = (returning: Partial<OrderReturn>) =>
  order({
    status: 'delivered',
    lifecycle: {
      ...lifecycle,
      payment: 'paid',
      pickup: 'pickuped',
      transport: 'completed',
      warehouse: 'completed',
    },
    returning: { state: 'wait', reason: 'refused', choice: null, place: null, canKeep: true, ...returning },
  })
const asked = waiting({})
const back = waiting({ choice: 'back', place: pickup })
const unpaid = waiting({
  choice: 'back',
  place: pickup,
  fee: { amount: 30_00, currency: 'CNY' },
  paymentId: 'p1',
})
const staying = waiting({ choice: 'keep' })
const moving = waiting({ state: 'inProgress', choice: 'back', place: pickup })
const there = waiting({ state: 'completed', choice: 'back', place: pickup })
const none = order({ returning: null })

const opened =
  (cachedOrder: OrderReturnInput['cachedOrder'], draft: OrderReturnInput['draft'] = null) =>
  () => ({ cachedOrder, draft })
const begun = { kind: 'back', place: null, about: returnFingerprint(staying) } as const

/** The return of bags: requested, chosen in this tab or another, carried and completed. */
export const orderReturnModel = defineModel<typeof orderReturnMachine>({
  machine: orderReturnMachine,
  starts: { opened: opened(null), 'opened again': opened(asked), 'with a draft': opened(null, begun) },
  samples: {
    'reading.done': {
      asked: { value: asked },
      'to go back': { value: back },
      'to go back for a fee': { value: unpaid },
      'to stay': { value: staying },
      'on the way': { value: moving },
      there: { value: there },
      'nothing goes back': { value: none },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'choice.pick': { back: { kind: 'back' }, keep: { kind: 'keep' }, address: { kind: 'address' } },
    'choice.locate': {
      '': { place: { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: '' } },
    },
    'choice.send': { '': {} },
    'choice.edit': { '': {} },
    'choice.leave': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    sendChoice: {
      taken: ok(back),
      'a courier has set out': fail(refused(5003, { reason: 'onTheWay' })),
      offline: fail(offline),
      'server broken': fail(refused(1003)),
    },
  },
  facts: ({ context: { order: read, draft, problem } }) => ({
    stage: read && returnStage(read),
    choice: read?.returning?.choice ?? null,
    kind: draft.kind,
    isLocated: draft.place?.kind === 'custom' && draft.place.address !== '',
    problem: problem?.kind ?? null,
  }),
  laws: {
    'what is sent is complete': ({ calls }) =>
      calls
        .filter(({ id }) => id === 'sendChoice')
        .every(({ input }) => {
          const { choice } = input as { choice: ReturnChoice | null }
          return choice !== null && (choice.kind !== 'address' || choice.delivery.kind === 'custom')
        }),
    'nothing is chosen once a courier has set out': ({ snapshot }) =>
      !snapshot.matches('choosing') ||
      (snapshot.context.order !== null &&
        ['asked', 'staying', 'unpaid', 'chosen'].includes(returnStage(snapshot.context.order) ?? '')),
    'a lost answer is said': ({ snapshot }) =>
      !snapshot.matches('outcomeUnknown') || snapshot.context.problem !== null,
    'nothing is shown of an order that is not there': ({ snapshot }) =>
      !snapshot.matches('notThere') || snapshot.context.order === null,
  },
  simple: { steps: 7, paths: 40 },
})
