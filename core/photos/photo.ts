import type { ActorRef, Snapshot, SnapshotFrom } from 'xstate'
import type { StoredFile } from '../contract/file.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { ImageSource, PreparedImage } from '../lib/platform.ts'
import type { photoMachine } from './photo.machine.ts'
import type { PhotoProblem } from './photo-problem.ts'

/** Notified when the photo was uploaded, failed, or is retried. */
export type PhotoListener = ActorRef<Snapshot<unknown>, { type: 'photo.changed'; id: string }>

export type PhotoInput = {
  id: string
  /** A new picture, one held on the device by an earlier visit, or an uploaded one. */
  from: { kind: 'source'; source: ImageSource } | { kind: 'held' } | { kind: 'uploaded'; url: string }
  /** Device key of a visitor's picture; null if not held. */
  heldKey: string | null
  /** Device key during an upload, until it is finished; null otherwise. */
  sendingKey: string | null
  /** Without an account, a picture is held instead of uploaded. */
  hasAccount: boolean
  listener: PhotoListener
}

export type PhotoEvent =
  | { type: 'upload.progressed'; share: number }
  | { type: 'upload.finished'; file: StoredFile }
  | { type: 'upload.failed'; failure: ApiFailure }
  | { type: 'photo.retry' }
  | { type: 'photo.online' }
  | { type: 'account.signedIn' }

export type HeldKey = { key: string }

export type PhotoContext = PhotoInput & {
  prepared: PreparedImage | null
  /** Share that was sent, 0 to 1. */
  progress: number
  /** The URL to post, as returned by the upload, even if its signature has expired. */
  url: string | null
  /** A freshly signed URL of a photo from an earlier visit. */
  signedUrl: string | null
  problem: PhotoProblem | null
}

type PhotoSnapshot = SnapshotFrom<typeof photoMachine>

export const selectPhotoUrl = (snapshot: PhotoSnapshot) => snapshot.context.url
export const selectPhotoIsBusy = (snapshot: PhotoSnapshot) => snapshot.hasTag('busy')
export const selectPhotoProgress = (snapshot: PhotoSnapshot) => snapshot.context.progress
export const selectPhotoProblem = (snapshot: PhotoSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.problem : null
/** `isSentLater`: a stored photo that only lacks a network is fine. */
export const selectShownPhotoProblem = (snapshot: PhotoSnapshot, isSentLater: boolean) => {
  const problem = selectPhotoProblem(snapshot)
  const { heldKey, sendingKey, prepared } = snapshot.context
  const isStored = prepared !== null && (heldKey ?? sendingKey) !== null
  return isSentLater && isStored && problem?.code === 'network' ? null : problem
}
export const selectCanRetryPhoto = (snapshot: PhotoSnapshot) => snapshot.can({ type: 'photo.retry' })
/** The local preview if available, else the stored picture; null until either is ready. */
export const selectPhotoPreview = (snapshot: PhotoSnapshot) =>
  snapshot.context.prepared?.preview ?? snapshot.context.signedUrl

/** Whether a visitor's photo lasts only as long as the page, since the device couldn't store it. */
export const selectPhotoIsNotStored = (snapshot: PhotoSnapshot) => snapshot.matches({ held: 'notStored' })
