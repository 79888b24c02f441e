import { fail, ok } from '@handsfree/core'
import { scannerMachine } from '@handsfree/core/scanner'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { refused } from './samples.ts'

const ours = 'https://handsfree.example/order/create/demo-hotel-desk?t=1'
const foreign = 'https://elsewhere.example/menu'

export const scannerModel = defineModel<typeof scannerMachine>({
  machine: scannerMachine,
  starts: { opened: () => ({ ownHost: 'handsfree.example' }) },
  samples: {
    'camera.granted': { '': {} },
    'camera.refused': { '': {} },
    'camera.missing': { '': {} },
    'camera.barred': { '': {} },
    'camera.retry': { '': {} },
    'code.read': { ours: { text: ours }, foreign: { text: foreign } },
    'code.type': { ours: { text: 'demo-hotel-desk' }, wrong: { text: 'no code, at all' } },
    'code.discard': { '': {} },
    'scan.again': { '': {} },
    'picture.choose': { '': { source: 'picture' } },
  },
  sentBy: {
    'camera.granted': 'camera',
    'camera.refused': 'camera',
    'camera.missing': 'camera',
    'camera.barred': 'camera',
    'code.read': 'camera',
  },
  outcomes: {
    readPicture: { ours: ok(ours), foreign: ok(foreign) },
    checkCode: { known: ok('demo-hotel-desk'), unknown: fail(refused(3002)) },
  },
  facts: () => ({}),
  laws: {
    'a code is known exactly when one was found': ({ snapshot }) =>
      snapshot.matches('found') === (snapshot.context.result === '/order/create/demo-hotel-desk'),
    'what was found is told once': ({ snapshot, emitted }) =>
      emitted.length === (snapshot.matches('found') ? 1 : 0),
  },
  simple: { steps: 8, paths: 60 },
})
