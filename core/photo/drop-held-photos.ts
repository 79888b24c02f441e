import type { Subscribable } from 'xstate'
import type { Platform } from '../platform.ts'
import { listedPhotos } from './listed-photos.ts'
import type { PhotoActor } from './photo.machine.ts'
import { heldKeys, sendingKeys } from './photo-list.ts'

/** Deletes pictures from the device once no form lists them: they are uploaded, or were taken away. */
export function dropHeldPhotos(
  form: Subscribable<{ context: { photos: readonly PhotoActor[] } }>,
  { storage, heldImages }: Pick<Platform, 'storage' | 'heldImages'>,
): void {
  let known: string[] = []
  form.subscribe({
    next: ({ context }) => {
      const held = [...heldKeys(context.photos), ...sendingKeys(context.photos)]
      const gone = known.filter((key) => !held.includes(key))
      // An upload that is not saved yet: the next change of the draft saves it.
      const listed = gone.length > 0 ? listedPhotos(storage) : []
      known = [...held, ...gone.filter((key) => listed.includes(key))]
      const dropped = gone.filter((key) => !listed.includes(key))
      if (dropped.length > 0) heldImages?.remove(dropped).catch(() => undefined)
    },
  })
}
