import { fail, ok } from '@handsfree/core'
import { devicesMachine, selectHasOtherDevices } from '@handsfree/core/account'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline } from './samples.ts'

const device = (deviceId: string, isThis = false) => ({
  deviceId,
  name: 'Safari · iPhone',
  isThis,
  createTime: '2026-11-21T02:00:00Z',
  useTime: '2026-11-21T02:00:00Z',
})

export const devicesModel = defineModel<typeof devicesMachine>({
  machine: devicesMachine,
  starts: { opened: () => undefined },
  samples: {
    'reading.done': {
      three: { value: [device('this', true), device('other'), device('third')] },
      'this alone': { value: [device('this', true)] },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'device.end': { other: { deviceId: 'other' }, 'this one': { deviceId: 'this' } },
    'devices.endOthers': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    endDevice: { ended: ok({}), offline: fail(offline) },
    endOthers: { ended: ok({ ended: 2 }), offline: fail(offline) },
  },
  facts: (snapshot) => ({
    devices: snapshot.context.devices?.length ?? null,
    hasOthers: selectHasOtherDevices(snapshot),
    ending: snapshot.context.endingDeviceId,
    problem: snapshot.context.problem?.kind ?? null,
  }),
  laws: {
    'this device stays in the list': ({ snapshot: { context } }) =>
      context.devices?.some(({ isThis }) => isThis) ?? true,
    'one is being ended exactly while it is asked for': ({ snapshot }) =>
      snapshot.matches('endingOne') === (snapshot.context.endingDeviceId !== null),
    'this device is never ended here': ({ calls }) =>
      !calls.some(
        ({ id, input }) => id === 'endDevice' && (input as { deviceId: string }).deviceId === 'this',
      ),
  },
  simple: { steps: 8, paths: 40 },
})
