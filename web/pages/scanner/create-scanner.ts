import { type App, ok } from '@handsfree/core'
import { getQrSite } from '@handsfree/core/contract'
import { fromCall } from '@handsfree/core/lib'
import { type ScannerActor, scannerMachine } from '@handsfree/core/scanner'
import { createActor, fromPromise } from 'xstate'
import { type CameraView, cameraOf } from './camera.ts'
import { readPicture } from './read-picture.ts'

/** Calls `open` with the path of the scanned order form. The actor isn't started. */
export function createScanner(
  { api, platform, options }: App,
  view: CameraView,
  open: (path: string) => void,
): ScannerActor {
  const scanner = createActor(
    scannerMachine.provide({
      actors: {
        camera: cameraOf(view),
        readPicture: fromPromise<string, { source: unknown }>(({ input }) =>
          readPicture(input.source, location.host),
        ),
        checkCode: fromCall<string, { qrId: string }>(async ({ input, signal }) => {
          const place = await api.call(getQrSite, { params: input }, { signal })
          return place.ok ? ok(place.value.qrId) : place
        }),
      },
    }),
    { clock: platform.clock, input: { ownHost: location.host }, inspect: options.inspect },
  )
  scanner.on('scanner.found', ({ path }) => open(path))
  return scanner
}
