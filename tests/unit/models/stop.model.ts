import { fail, ok } from '@handsfree/core'
import { noProof, type SendActInput, selectIsActLegal, stopMachine } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { photoSetWorld, photosChanged } from './photo-world.ts'
import { operatorOrder, queuedAct, refused } from './samples.ts'

const waiting = operatorOrder({ pieces: 2, events: ['courier.arriveAtPickup', 'order.pickUp'] })
const pickedUp = operatorOrder({
  pieces: 2,
  lifecycle: { ...waiting.lifecycle, pickup: 'pickuped' },
  roomPassword: null,
  events: ['transport.start'],
})
/** Answers to acts lack what only the logged reading has. */
const answered = (order: typeof waiting) =>
  operatorOrder({ ...order, traveller: null, openingHours: null, roomPassword: null })

const bag = { tagCode: 'HF1001', sealNumber: 'S1001', damage: '', photos: [] }
const bags = [bag, { ...bag, tagCode: 'HF1002', sealNumber: 'S1002' }]

const entered = {
  employeeId: 'courier-1',
  orderId: 'order-1',
  act: 'order.pickUp' as const,
  proof: { ...noProof, bags },
  photos: [],
}

export const stopModel = defineModel<typeof stopMachine>({
  machine: stopMachine,
  starts: {
    opened: ({ newKey, now }) => ({ newKey, now, role: 'courier', storedOrder: null, queuedActs: [] }),
    'opened offline': ({ newKey, now }) => ({
      newKey,
      now,
      role: 'courier',
      storedOrder: waiting,
      queuedActs: [],
    }),
  },
  samples: {
    'reading.done': { 'to pick up': { value: waiting }, 'moved on': { value: pickedUp } },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'act.choose': { arrive: { act: 'courier.arriveAtPickup' }, 'pick up': { act: 'order.pickUp' } },
    'proof.change': {
      complete: { proof: { bags } },
      'a seal is missing': { proof: { bags: [...bags.slice(1), { ...bag, sealNumber: '' }] } },
    },
    'photos.changed': { uploaded: photosChanged.uploaded },
    'act.send': { '': {} },
    'act.drop': { '': {} },
    'draft.found': { 'one bag entered': { draft: entered } },
    'outbox.changed': { 'picked up': { acts: [queuedAct({ ...entered })] }, empty: { acts: [] } },
    'act.confirmed': { 'picked up': { order: answered(pickedUp) } },
  },
  sentBy: {
    'reading.done': 'reading',
    'reading.gone': 'reading',
    'reading.changed': 'reading',
    'photos.changed': 'photoSet-0',
    'draft.found': 'watchOutbox',
    'outbox.changed': 'watchOutbox',
    'act.confirmed': 'watchOutbox',
  },
  spawned: { ...photoSetWorld, ids: ['photoSet-0', 'photoSet-1'] },
  outcomes: {
    sendAct: {
      'picked up': ok(answered(pickedUp)),
      arrived: ok(answered(waiting)),
      'tag in use': fail(refused(5000)),
      'moved elsewhere': fail(refused(5005)),
      'on the device': ok(null),
    },
  },
  facts: (snapshot) => {
    const { order, act, proof, problem } = snapshot.context
    return {
      order: order && (order.lifecycle.pickup === 'pickuped' ? 'pickedUp' : 'waiting'),
      act,
      isLegal: selectIsActLegal(snapshot),
      proof: proof?.bags.filter(({ sealNumber }) => sealNumber !== '').length ?? null,
      problem: problem?.kind ?? null,
    }
  },
  laws: {
    'an act is chosen exactly while it is entered or sent': ({ snapshot }) =>
      snapshot.matches('idle') === (snapshot.context.act === null),
    'an act that is no longer legal can’t be sent': ({ snapshot }) =>
      !snapshot.can({ type: 'act.send' }) || selectIsActLegal(snapshot),
    'each sent act has a key of its own': ({ calls }) => {
      const keys = calls.filter(({ id }) => id === 'sendAct').map(({ input }) => (input as SendActInput).key)
      return !keys.includes('') && new Set(keys).size === keys.length
    },
    'a refused act is said, and nothing else is': ({ snapshot }) =>
      snapshot.matches('refused') === (snapshot.context.problem !== null),
    'an answer to an act hides no person and no opening hours': ({ snapshot: { context } }) =>
      context.order === null || (context.order.traveller !== null && context.order.openingHours !== null),
    'the room password is shown only until pickup': ({ snapshot: { context } }) =>
      context.order?.lifecycle.pickup !== 'pickuped' || context.order.roomPassword === null,
  },
  simple: { steps: 8, paths: 60 },
})
