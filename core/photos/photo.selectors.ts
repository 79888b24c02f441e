import type { SnapshotFrom } from 'xstate'
import type { photoMachine } from './photo.machine.ts'

type PhotoSnapshot = SnapshotFrom<typeof photoMachine>

export const selectPhotoUrl = (snapshot: PhotoSnapshot) => snapshot.context.url
export const selectPhotoIsBusy = (snapshot: PhotoSnapshot) => snapshot.hasTag('busy')
export const selectPhotoProgress = (snapshot: PhotoSnapshot) => snapshot.context.progress
export const selectPhotoProblem = (snapshot: PhotoSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.problem : null
export const selectCanRetryPhoto = (snapshot: PhotoSnapshot) => snapshot.can({ type: 'photo.retry' })
/** What a view shows: the local preview while there is one, else the stored picture; null until either is there. */
export const selectPhotoPreview = (snapshot: PhotoSnapshot) =>
  snapshot.context.prepared?.preview ?? snapshot.context.signedUrl

/** Whether a visitor's photo lasts as long as the page only: the device does not hold it. */
export const selectPhotoIsUnkept = (snapshot: PhotoSnapshot) => snapshot.matches({ held: 'notStored' })
