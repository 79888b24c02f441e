import {
  type PhotoActor,
  type PhotoSetActor,
  photoProblemText,
  selectCanAddPhotos,
  selectCanRetryPhoto,
  selectPhotoIsBusy,
  selectPhotoProblem,
  selectPhotos,
} from '@handsfree/core/photos'
import { type TerminalSession, waitUntil } from './terminal-session.ts'
import { toPath } from './typed-path.ts'

async function finishUpload(
  session: TerminalSession,
  set: PhotoSetActor,
  photo: PhotoActor,
  number: number,
): Promise<void> {
  for (;;) {
    const snapshot = await waitUntil(session, photo, (current) => !selectPhotoIsBusy(current))
    const problem = selectPhotoProblem(snapshot)
    if (!problem) return
    const canRetry = selectCanRetryPhoto(snapshot)
    const isAnother =
      canRetry &&
      (await session.choose(photoProblemText(session.intl, problem, number), [
        { value: true, label: session.text('photo.retryUpload') },
        { value: false, label: session.text('photo.remove', { number }) },
      ]))
    if (!canRetry) session.print(photoProblemText(session.intl, problem, number))
    if (!isAnother) {
      set.send({ type: 'photo.remove', id: photo.id })
      return
    }
    photo.send({ type: 'photo.retry' })
  }
}

export async function askPhotos(session: TerminalSession, set: PhotoSetActor, title: string): Promise<void> {
  const photos = () => selectPhotos(set.getSnapshot())
  for (const [index, photo] of [...photos()].entries()) await finishUpload(session, set, photo, index + 1)
  while (selectCanAddPhotos(set.getSnapshot())) {
    if (photos().length > 0) session.print(`${title}  ${photos().length}`)
    const typed = await session.ask(session.text('terminal.photoPath'))
    if (typed === '') return
    const number = photos().length + 1
    set.send({ type: 'photo.add', sources: [toPath(typed)] })
    session.print(session.text('photo.uploading', { number }))
    const photo = photos().at(-1)
    if (photo) await finishUpload(session, set, photo, number)
  }
}
