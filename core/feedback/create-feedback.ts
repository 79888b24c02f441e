import { createActor } from 'xstate'
import { sendFeedback } from '../api/contract/feedback.ts'
import type { App } from '../app.ts'
import { dropHeldPhotos } from '../photo/drop-held-photos.ts'
import { heldKeys, photoUrls, releasePreviews, sendingKeys } from '../photo/photo-list.ts'
import { providePhotoSet } from '../photo/provide-photo.ts'
import { storageKeys } from '../storage/keys.ts'
import { provideSubmission } from '../submission/submission.ts'
import {
  type FeedbackActor,
  type FeedbackBody,
  type FeedbackContext,
  feedbackMachine,
} from './feedback.machine.ts'
import { readFeedback, writeFeedback } from './stored-feedback.ts'

/** The signed-in traveller's feedback, with the draft of an earlier visit. Created, not started. */
export function createFeedback(app: App): FeedbackActor {
  const { storage } = app.platform
  const uin = app.auth.getSnapshot().context.account?.uin ?? ''
  const feedback = createActor(
    feedbackMachine.provide({
      actors: {
        submission: provideSubmission<FeedbackBody>((submission, signal) =>
          app.api.call(sendFeedback, submission, { signal }),
        ),
        photoSet: providePhotoSet(app, { isStored: true }),
      },
      actions: {
        saveDraft: ({ context }: { context: FeedbackContext }) =>
          writeFeedback(storage, {
            version: 1,
            uin,
            draft: context.draft,
            photos: photoUrls(context.photos),
            heldPhotos: [...heldKeys(context.photos), ...sendingKeys(context.photos)],
            submission: context.submission,
          }),
        forgetDraft: () => storage.remove(storageKeys.feedbackDraft),
      },
    }),
    {
      input: { restored: readFeedback(storage, uin), newKey: app.newKey },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )
  releasePreviews(feedback)
  dropHeldPhotos(feedback, app.platform)
  return feedback
}
