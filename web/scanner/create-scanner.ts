import { type App, ok } from '@handsfree/core'
import { asking, getQrSite } from '@handsfree/core/api'
import { type ScannerActor, scannerMachine } from '@handsfree/core/scanner'
import { createActor, fromPromise } from 'xstate'
import { navigate } from '../app/navigate.ts'
import { type CameraView, cameraOf } from './camera.ts'
import { readPicture } from './read-picture.ts'

/** A scanner on this device's camera. What it finds replaces the scanner with the order's form. Created, not started. */
export function createScanner({ api, platform, options }: App, view: CameraView): ScannerActor {
  const scanner = createActor(
    scannerMachine.provide({
      actors: {
        camera: cameraOf(view),
        readPicture: fromPromise<string, { source: unknown }>(({ input }) => readPicture(input.source)),
        checkCode: asking<string, { qrId: string }>(async ({ input, signal }) => {
          const place = await api.call(getQrSite, { params: input }, { signal })
          return place.ok ? ok(place.value.qrId) : place
        }),
      },
    }),
    { clock: platform.clock, input: { ownHost: location.host }, inspect: options.inspect },
  )
  scanner.on('scanner.found', ({ path }) => navigate(path, { replace: true }))
  return scanner
}
