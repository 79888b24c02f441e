import { fail, ok } from '@handsfree/core'
import { type SendActInput, selectIsActLegal, stopMachine } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { photoSetWorld, photosChanged } from './photo-world.ts'
import { offline, operatorOrder, refused } from './samples.ts'

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

export const stopModel = defineModel<typeof stopMachine>({
  machine: stopMachine,
  starts: { opened: ({ newKey }) => ({ newKey }) },
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
  },
  sentBy: {
    'reading.done': 'reading',
    'reading.gone': 'reading',
    'reading.changed': 'reading',
    'photos.changed': 'photoSet-0',
  },
  spawned: { ...photoSetWorld, ids: ['photoSet-0', 'photoSet-1'] },
  outcomes: {
    sendAct: {
      'picked up': ok(answered(pickedUp)),
      arrived: ok(answered(waiting)),
      'tag in use': fail(refused(5000)),
      'moved elsewhere': fail(refused(5005)),
      offline: fail(offline),
      'server broken': fail(refused(1003)),
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
    'an act keeps its key over retries, and another act or proof gets a new one': ({ calls }) => {
      const bodies = new Map<string, string>()
      return calls.every(({ input }) => {
        const { act, proof, key } = input as SendActInput
        const body = JSON.stringify([act, proof])
        const isOwn = (bodies.get(key) ?? body) === body
        bodies.set(key, body)
        return key !== '' && isOwn
      })
    },
    'a failed act is said, and nothing else is': ({ snapshot }) =>
      (snapshot.matches('refused') || snapshot.matches('outcomeUnknown')) ===
      (snapshot.context.problem !== null),
    'an answer to an act hides no person and no opening hours': ({ snapshot: { context } }) =>
      context.order === null || (context.order.traveller !== null && context.order.openingHours !== null),
    'the room password is shown only until pickup': ({ snapshot: { context } }) =>
      context.order?.lifecycle.pickup !== 'pickuped' || context.order.roomPassword === null,
  },
  simple: { steps: 8, paths: 60 },
})
