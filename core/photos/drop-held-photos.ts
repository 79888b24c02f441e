import type { Platform } from '../lib/platform.ts'
import { listedPhotos } from './listed-photos.ts'
import { heldKeys, type PhotoOwner, sendingKeys } from './photo-list.ts'

/** Deletes pictures from the device once no form lists them: they are uploaded, or were taken away. */
export function dropHeldPhotos(
  form: PhotoOwner,
  { storage, heldImages }: Pick<Platform, 'storage' | 'heldImages'>,
): void {
  const keysNow = () => {
    const { photos } = form.getSnapshot().context
    return [...heldKeys(photos), ...sendingKeys(photos)]
  }
  let known = keysNow()
  form.subscribe({
    next: () => {
      const held = keysNow()
      const gone = known.filter((key) => !held.includes(key))
      // An upload that is not saved yet: the next change of the draft saves it.
      const listed = gone.length > 0 ? listedPhotos(storage) : []
      known = [...held, ...gone.filter((key) => listed.includes(key))]
      const dropped = gone.filter((key) => !listed.includes(key))
      if (dropped.length > 0) heldImages?.remove(dropped).catch(() => undefined)
    },
  })
}
