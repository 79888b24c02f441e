import type { App } from '@handsfree/core'
import {
  type PictureResult,
  type ScannerActor,
  type ScannerEvent,
  scannerMachine,
} from '@handsfree/core/scanner'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { navigate } from '../router/navigate.ts'
import { type CameraView, runCamera } from './camera.ts'
import { readPicture } from './read-picture.ts'

/** A scanner on this device's camera. What it finds opens the order form in the place of the scanner. Not started yet. */
export function createScanner({ options }: App, view: CameraView): ScannerActor {
  const scanner = createActor(
    scannerMachine.provide({
      actors: {
        camera: fromCallback<ScannerEvent>(({ sendBack }) => runCamera(view, sendBack)),
        readPicture: fromPromise<PictureResult, { source: unknown }>(({ input }) =>
          readPicture(input.source),
        ),
      },
    }),
    { inspect: options.inspect },
  )
  scanner.on('scanner.found', ({ qrId }) => navigate(`/order/create/${qrId}`, { replace: true }))
  return scanner
}
