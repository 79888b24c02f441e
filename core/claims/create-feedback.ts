import * as v from 'valibot'
import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { FeedbackType, sendFeedback } from '../contract/feedback.ts'
import { storageKeys } from '../lib/keys.ts'
import { createStore } from '../lib/store.ts'
import { provideSubmission, storedSubmission } from '../lib/submission.ts'
import { providePhotoSet } from '../photos/create-photo-set.ts'
import { removeUnlistedPhotos } from '../photos/held-photos.ts'
import { heldKeys, photoUrls, releasePreviews, sendingKeys } from '../photos/photo-list.ts'
import {
  type FeedbackActor,
  type FeedbackBody,
  type FeedbackContext,
  feedbackMachine,
} from './feedback.machine.ts'

const text = v.pipe(v.string(), v.maxLength(20_000))

export const feedbackStore = createStore({
  key: storageKeys.feedbackDraft,
  schema: v.object({
    version: v.literal(1),
    uin: text,
    draft: v.object({ type: FeedbackType, text }),
    photos: v.array(text),
    /** Keys of photos held on the device until they are uploaded. */
    heldPhotos: v.optional(v.array(text), []),
    submission: storedSubmission(v.object({ type: FeedbackType, content: text })),
  }),
  owner: ['uin'],
})

/** The signed-in traveller's feedback, restored from an earlier visit's draft. Created, not started. */
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
          feedbackStore.write(storage, {
            version: 1,
            uin,
            draft: context.draft,
            photos: photoUrls(context.photos),
            heldPhotos: [...heldKeys(context.photos), ...sendingKeys(context.photos)],
            submission: context.submission,
          }),
        forgetDraft: () => feedbackStore.remove(storage, { uin }),
      },
    }),
    {
      input: { restored: feedbackStore.read(storage, { uin }), newKey: app.newKey },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )
  releasePreviews(feedback)
  removeUnlistedPhotos(feedback, app.platform)
  return feedback
}
