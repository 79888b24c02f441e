import { fail, ok } from '@handsfree/core'
import { devicesMachine } from '@handsfree/core/account'
import { defineModel } from '../../statecharts/paths/machine-model.ts'
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
    'devices.retry': { '': {} },
    'device.end': { other: { deviceId: 'other' }, 'this one': { deviceId: 'this' } },
    'devices.endOthers': { '': {} },
  },
  outcomes: {
    readDevices: {
      three: ok([device('this', true), device('other'), device('third')]),
      'this alone': ok([device('this', true)]),
      offline: fail(offline),
    },
    endDevice: { ended: ok({}), offline: fail(offline) },
    endOthers: { ended: ok({ ended: 2 }), offline: fail(offline) },
  },
  facts: ({ context }) => ({
    devices: context.devices.length,
    hasOthers: context.devices.some(({ isThis }) => !isThis),
    ending: context.ending,
    problem: context.problem?.kind ?? null,
  }),
  laws: {
    'this device stays in the list': ({ snapshot: { context } }) =>
      context.devices.length === 0 || context.devices.some(({ isThis }) => isThis),
    'one is being ended exactly while it is asked for': ({ snapshot }) =>
      snapshot.matches('endingOne') === (snapshot.context.ending !== null),
    'this device is never ended here': ({ calls }) =>
      !calls.some(
        ({ id, input }) => id === 'endDevice' && (input as { deviceId: string }).deviceId === 'this',
      ),
  },
  simple: { steps: 8, paths: 40 },
})
