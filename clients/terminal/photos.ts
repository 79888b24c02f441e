import {
  type PhotoActor,
  type PhotoSetActor,
  photoProblemWords,
  selectCanAddPhotos,
  selectCanRetryPhoto,
  selectPhotoIsBusy,
  selectPhotoProblem,
  selectPhotos,
} from '@handsfree/core/photos'
import { type Step, until } from './step.ts'
import { toPath } from './typed-path.ts'

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

export async function askPhotos(step: Step, set: PhotoSetActor, title: string): Promise<void> {
  const photos = () => selectPhotos(set.getSnapshot())
  for (const [index, photo] of [...photos()].entries()) await settle(step, set, photo, index + 1)
  while (selectCanAddPhotos(set.getSnapshot())) {
    if (photos().length > 0) step.tell(`${title}  ${photos().length}`)
    const typed = await step.ask(step.words('terminal.photoPath'))
    if (typed === '') return
    const number = photos().length + 1
    set.send({ type: 'photo.add', sources: [toPath(typed)] })
    step.tell(step.words('photo.uploading', { number }))
    const photo = photos().at(-1)
    if (photo) await settle(step, set, photo, number)
  }
}
