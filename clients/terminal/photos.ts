import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { type PlacementActor, selectPhotoSet } from '@handsfree/core/order'
import {
  type PhotoActor,
  type PhotoSetActor,
  selectCanAddPhotos,
  selectCanRetryPhoto,
  selectPhotoIsBusy,
  selectPhotoProblem,
  selectPhotos,
} from '@handsfree/core/photo'
import { policy } from '@handsfree/core/policy'
import { photoProblemWords } from '@handsfree/core/words'
import { type Step, until } from './step.ts'

/** Waits until a photo is stored; a failed one is sent again or removed. */
async function settle(step: Step, set: PhotoSetActor, photo: PhotoActor, number: number): Promise<void> {
  for (;;) {
    const snapshot = await until(step, photo, (current) => !selectPhotoIsBusy(current))
    const problem = selectPhotoProblem(snapshot)
    if (!problem) return
    const canRetry = selectCanRetryPhoto(snapshot)
    const isAnother =
      canRetry &&
      (await step.choose(photoProblemWords(step.intl, problem, number), [
        { value: true, label: step.words('photo.retryUpload') },
        { value: false, label: step.words('photo.remove', { number }) },
      ]))
    if (!canRetry) step.tell(photoProblemWords(step.intl, problem, number))
    if (!isAnother) {
      set.send({ type: 'photo.remove', id: photo.id })
      return
    }
    photo.send({ type: 'photo.retry' })
  }
}

/** A path as people type or drop it: with a home, in quotes. */
const toPath = (typed: string) =>
  resolve(typed.replace(/^(['"])(.*)\1$/, '$2').replace(/^~(?=\/)/, homedir()))

/** Pictures by their paths, until an empty line. */
export async function askPhotos(step: Step, placement: PlacementActor): Promise<void> {
  const set = selectPhotoSet(placement.getSnapshot())
  const photos = () => selectPhotos(set.getSnapshot())
  step.tell(step.words('orderForm.photos'), step.words('orderForm.photosHint', policy))
  for (const [index, photo] of [...photos()].entries()) await settle(step, set, photo, index + 1)
  while (selectCanAddPhotos(set.getSnapshot())) {
    if (photos().length > 0) step.tell(`${step.words('orderForm.photos')}  ${photos().length}`)
    const typed = await step.ask(step.words('terminal.photoPath'))
    if (typed === '') return
    const number = photos().length + 1
    set.send({ type: 'photo.add', sources: [toPath(typed)] })
    step.tell(step.words('photo.uploading', { number }))
    const photo = photos().at(-1)
    if (photo) await settle(step, set, photo, number)
  }
}
