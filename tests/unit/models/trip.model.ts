import { fail, ok } from '@handsfree/core'
import type { Trip } from '@handsfree/core/contract'
import { tripMachine } from '@handsfree/core/orders'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, order, refused } from './samples.ts'

const { pickup, delivery, pickupTime, estimatedDelivery } = order()

const trip = (version: string): Trip => ({
  orderNumber: 'HF 2611 0482',
  stage: 'onTheWay',
  pieces: 2,
  pickup,
  delivery,
  pickupTime,
  pickedUpTime: pickupTime,
  estimatedDelivery,
  handedTime: null,
  timeZone: 'Asia/Shanghai',
  cityName: 'Hangzhou',
  claimCode: null,
  endTime: null,
  version,
})

export const tripModel = defineModel<typeof tripMachine>({
  machine: tripMachine,
  starts: { opened: ({ now }) => ({ now }) },
  samples: {
    'reading.done': { '': { value: trip('1') } },
    'reading.gone': { '': {} },
    'reading.changed': { reads: { isReading: true }, failed: { isReading: false } },
    'trip.retry': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    waitForChange: {
      changed: ok({ isChanged: true }),
      unchanged: ok({ isChanged: false }),
      'taken back': fail(refused(5004)),
      offline: fail(offline),
    },
  },
  delays: { retryPause: [3_000], pollPause: [1_000] },
  facts: ({ context }) => ({ isRead: context.trip !== null }),
  laws: {
    'nothing is shown once the link has ended': ({ snapshot }) =>
      !snapshot.matches('ended') || snapshot.context.trip === null,
    'a page that is live or behind shows a trip': ({ snapshot }) =>
      !(snapshot.matches({ open: 'live' }) || snapshot.matches({ open: 'behind' })) ||
      snapshot.context.trip !== null,
    'a wait names the version that is shown': ({ calls }) =>
      calls
        .filter(({ id }) => id === 'waitForChange')
        .every(({ input }) => (input as { version: string }).version !== ''),
  },
  simple: { steps: 8, paths: 60 },
})
