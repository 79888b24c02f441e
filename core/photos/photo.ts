import type { ActorRef, Snapshot, SnapshotFrom } from 'xstate'
import type { StoredFile } from '../contract/file.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { ImageSource, PreparedImage } from '../lib/platform.ts'
import type { photoMachine } from './photo.machine.ts'
import type { PhotoProblem } from './photo-problem.ts'

/** Notified when the photo's outcome changed: uploaded, failed, or trying again. */
export type PhotoListener = ActorRef<Snapshot<unknown>, { type: 'photo.changed'; id: string }>

export type PhotoInput = {
  id: string
  /** A picture to send, one that a former visit left on the device, or one that it has sent. */
  from: { kind: 'source'; source: ImageSource } | { kind: 'held' } | { kind: 'uploaded'; url: string }
  /** Under which a visitor's picture is held on the device; null for one that is not. */
  heldKey: string | null
  /** Under which a picture that is sent at once is held on the device until it is there; null for any other. */
  sendingKey: string | null
  /** Whether somebody is signed in: without an account a picture is held, not sent. */
  hasAccount: boolean
  listener: PhotoListener
}

export type PhotoEvent =
  | { type: 'upload.progressed'; share: number }
  | { type: 'upload.finished'; file: StoredFile }
  | { type: 'upload.failed'; failure: ApiFailure }
  | { type: 'photo.retry' }
  /** The device is online again. */
  | { type: 'photo.online' }
  | { type: 'account.signedIn' }

export type HeldKey = { key: string }

export type PhotoContext = PhotoInput & {
  prepared: PreparedImage | null
  /** Share that is sent, 0 to 1. */
  progress: number
  /** What is posted: as the upload answered it, whether its signature still holds or not. */
  url: string | null
  /** An address that shows a photo of a former visit now. */
  signedUrl: string | null
  problem: PhotoProblem | null
}

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
