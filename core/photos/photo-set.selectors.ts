import type { SnapshotFrom } from 'xstate'
import type { photoSetMachine } from './photo-set.machine.ts'

type PhotoSetSnapshot = SnapshotFrom<typeof photoSetMachine>

export const selectPhotos = (snapshot: PhotoSetSnapshot) => snapshot.context.photos
/** How many of the pictures chosen last found no room. */
export const selectPhotosLeftOut = (snapshot: PhotoSetSnapshot) => snapshot.context.photosLeftOut
export const selectCanAddPhotos = (snapshot: PhotoSetSnapshot) => snapshot.matches('open')
