import * as v from 'valibot'
import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { feedbackTypes } from '../contract/enumerations.ts'
import { sendFeedback } from '../contract/feedback.ts'
import { storageKeys } from '../lib/keys.ts'
import { createStore } from '../lib/store.ts'
import { provideSubmission } from '../lib/submission.ts'
import { providePhotoSet } from '../photos/create-photo-set.ts'
import { type FeedbackActor, type FeedbackBody, feedbackMachine } from './feedback.machine.ts'

/** Answers to how a trip went, best first. */
export const ratings = ['good', 'fair', 'poor'] as const
export type Rating = (typeof ratings)[number]

const text = v.pipe(v.string(), v.maxLength(200))
const maxRatedOrders = 50

/** Orders that the traveller rated on this device, latest last. */
export const ratingStore = createStore({
  key: storageKeys.ratedOrders,
  schema: v.object({ version: v.literal(1), uin: text, orderIds: v.array(text) }),
  owner: ['uin'],
})

const uinOf = (app: App) => app.auth.getSnapshot().context.account?.uin ?? ''
const ratedOrders = (app: App): string[] =>
  ratingStore.read(app.platform.storage, { uin: uinOf(app) })?.orderIds ?? []

export const isOrderRated = (app: App, orderId: string): boolean => ratedOrders(app).includes(orderId)

/** Feedback about one order. Doesn’t store a draft, but that the order is rated. Created, not started. */
export const createRating = (app: App, orderId: string): FeedbackActor =>
  createActor(
    feedbackMachine.provide({
      actors: {
        submission: provideSubmission<FeedbackBody>((submission, signal) =>
          app.api.call(sendFeedback, submission, { signal }),
        ),
        photoSet: providePhotoSet(app, { isStored: false }),
      },
      actions: {
        saveDraft: () => undefined,
        forgetDraft: () =>
          ratingStore.write(app.platform.storage, {
            version: 1,
            uin: uinOf(app),
            orderIds: [...ratedOrders(app), orderId].slice(-maxRatedOrders),
          }),
      },
    }),
    {
      input: {
        restored: {
          draft: { type: feedbackTypes.platform, text: '' },
          photos: [],
          heldPhotos: [],
          submission: null,
        },
        newKey: app.newKey,
      },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )
