import type { SnapshotFrom } from 'xstate'
import type { scannerMachine } from './scanner.machine.ts'

type ScannerSnapshot = SnapshotFrom<typeof scannerMachine>

/** Pages without TLS may not use the camera. */
export const selectIsCameraBarred = (snapshot: ScannerSnapshot): boolean =>
  snapshot.matches({ looking: { camera: 'barred' } })
export const selectIsCameraDenied = (snapshot: ScannerSnapshot): boolean =>
  snapshot.matches({ looking: { camera: 'denied' } })
export const selectIsCameraOff = (snapshot: ScannerSnapshot): boolean =>
  selectIsCameraBarred(snapshot) ||
  selectIsCameraDenied(snapshot) ||
  snapshot.matches({ looking: { camera: 'missing' } })
