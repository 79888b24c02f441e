import type { SnapshotFrom } from 'xstate'
import type { scannerMachine } from './scanner.machine.ts'

type ScannerSnapshot = SnapshotFrom<typeof scannerMachine>

/** A page without TLS may not use the camera. */
export const selectIsCameraBarred = (snapshot: ScannerSnapshot): boolean =>
  snapshot.matches({ looking: { camera: 'barred' } })
/** The traveller has not allowed the camera. */
export const selectIsCameraDenied = (snapshot: ScannerSnapshot): boolean =>
  snapshot.matches({ looking: { camera: 'denied' } })
/** There is no picture to wait for. */
export const selectIsCameraOff = (snapshot: ScannerSnapshot): boolean =>
  selectIsCameraBarred(snapshot) ||
  selectIsCameraDenied(snapshot) ||
  snapshot.matches({ looking: { camera: 'missing' } })
