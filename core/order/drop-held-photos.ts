import { heldKeys } from '../photo/photo-list.ts'
import type { Platform } from '../platform.ts'
import type { PlacementActor } from './placement.machine.ts'
import { heldPhotoKeys } from './preview.ts'

/** Deletes held photos from the device once no draft lists them: they are uploaded, or were taken away. */
export function dropHeldPhotos(
  placement: PlacementActor,
  { storage, heldImages }: Pick<Platform, 'storage' | 'heldImages'>,
): void {
  let known: string[] = []
  placement.subscribe(({ context }) => {
    const held = heldKeys(context.photos)
    const gone = known.filter((key) => !held.includes(key))
    // An upload that is not saved yet: the next change of the draft saves it.
    const listed = gone.length > 0 ? heldPhotoKeys(storage) : []
    known = [...held, ...gone.filter((key) => listed.includes(key))]
    const dropped = gone.filter((key) => !listed.includes(key))
    if (dropped.length > 0) heldImages?.remove(dropped).catch(() => undefined)
  })
}
