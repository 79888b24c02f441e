import { type App, ok } from '@handsfree/core'
import { getQrSite } from '@handsfree/core/contract'
import { fromCall, pulseMs } from '@handsfree/core/lib'
import { isOwnAddress, pickScannedText, type ScannerActor, scannerMachine } from '@handsfree/core/scanner'
import { createActor, fromPromise } from 'xstate'
import { type CameraView, type CodeChoice, cameraOf } from '../../parts/scanner/camera.ts'
import { readPicture } from '../../parts/scanner/read-picture.ts'

const ownAddress: CodeChoice = {
  isWanted: (text) => isOwnAddress(text, location.host),
  pick: (texts) => pickScannedText(texts, location.host),
}

/** Calls `open` with the path of the scanned order form. The actor isn't started. */
export function createScanner(
  { api, platform, options }: App,
  view: CameraView,
  open: (path: string) => void,
): ScannerActor {
  const scanner = createActor(
    scannerMachine.provide({
      actors: {
        camera: cameraOf(view, ownAddress),
        readPicture: fromPromise<string, { source: unknown }>(({ input }) =>
          readPicture(input.source, ownAddress),
        ),
        checkCode: fromCall<string, { qrId: string }>(async ({ input, signal }) => {
          const place = await api.call(getQrSite, { params: input }, { signal })
          return place.ok ? ok(place.value.qrId) : place
        }),
      },
    }),
    { clock: platform.clock, input: { ownHost: location.host }, inspect: options.inspect },
  )
  scanner.on('scanner.found', ({ result }) => {
    platform.vibrate?.(pulseMs)
    open(result)
  })
  return scanner
}
