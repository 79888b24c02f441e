import { CameraError, type CameraInput, cameraMachine } from '@handsfree/core/scanner'
import { createEmptyActor } from 'xstate'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'

const stream = {}

/** A device's camera. Opening it, or the reason for its failure, is an outcome. */
export const cameraModel = defineModel<typeof cameraMachine>({
  machine: cameraMachine,
  starts: { opened: () => ({ listener: createEmptyActor() as unknown as CameraInput['listener'] }) },
  samples: {
    'page.hidden': { '': {} },
    'page.shown': { '': {} },
    'picture.shown': { '': {} },
    'picture.lost': { '': {} },
    'code.seen': { '': { text: 'https://handsfree.example/order/create/demo-hotel-desk' } },
  },
  sentBy: {
    'page.hidden': 'watchPage',
    'page.shown': 'watchPage',
    'picture.shown': 'readCodes',
    'picture.lost': 'readCodes',
    'code.seen': 'readCodes',
  },
  outcomes: {
    openCamera: {
      open: stream,
      refused: new CameraError('refused'),
      barred: new CameraError('barred'),
    },
  },
  facts: () => ({}),
  laws: {
    'a picture is shown only of an opened camera': ({ snapshot }) =>
      !snapshot.matches('on') || snapshot.context.stream === stream,
  },
  simple: { steps: 8, paths: 40 },
})
