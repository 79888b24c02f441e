import { createActor } from 'xstate'
import type { App } from '../app.ts'
import {
  acceptOffer,
  askAgain,
  complain,
  createClaim,
  declineOffer,
  listClaims,
  type NewClaim,
} from '../contract/claim.ts'
import { cleanLines } from '../lib/clean.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { provideSubmission } from '../lib/submission.ts'
import { providePhotoSet } from '../photos/create-photo-set.ts'
import { removeUnlistedPhotos } from '../photos/held-photos.ts'
import { heldKeys, photoUrls, releasePreviews, sendingKeys } from '../photos/photo-list.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onHint } from '../realtime/hints.ts'
import { type ClaimFormActor, type ClaimFormContext, claimFormMachine } from './claim-form.machine.ts'
import { type ClaimAnswer, type ClaimsActor, claimsMachine } from './claims.machine.ts'
import { answerStore, claimStore } from './stored-claim.ts'

/** The claims of an order. Created, not started. */
export const createClaims = (app: App, orderId: string): ClaimsActor => {
  const { api, auth, platform, options } = app
  const { storage } = platform
  const uin = auth.getSnapshot().context.account?.uin ?? ''
  const writeWords = (answer: ClaimAnswer | null, words: string) => {
    if (!answer) return
    const { claimId, action } = answer
    if (words === '') answerStore.remove(storage, { uin, claimId, action })
    else answerStore.write(storage, { uin, claimId, action, words })
  }
  const send = ({ claimId, action, offer, words }: ClaimAnswer, signal: AbortSignal) => {
    const params = { claimId }
    switch (action) {
      case 'accept':
        return api.call(acceptOffer, { params, body: { offer } }, { signal })
      case 'decline':
        return api.call(declineOffer, { params, body: { offer } }, { signal })
      case 'askAgain':
        return api.call(askAgain, { params, body: { words: cleanLines(words) } }, { signal })
      case 'complain':
        return api.call(complain, { params, body: { words: cleanLines(words) } }, { signal })
    }
  }
  return createActor(
    claimsMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onHint(app, orderId, listener),
          (signal) => api.call(listClaims, { params: { orderId } }, { signal }),
        ),
        answerClaim: fromCall<unknown, { answer: ClaimAnswer | null }>(
          async ({ input: { answer }, signal }) => send(assertPresent(answer, 'answer'), signal),
        ),
      },
      actions: {
        saveAnswerText: ({ context: { answer } }) => writeWords(answer, answer?.words ?? ''),
        clearAnswerText: ({ context: { answer } }) => writeWords(answer, ''),
      },
    }),
    {
      input: {
        readUnsentText: (claimId, action) => answerStore.read(storage, { uin, claimId, action })?.words ?? '',
      },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
}

/** A new claim, restored from an earlier visit's draft. Calls `onSent` after success. Created, not started. */
export function createClaimForm(
  app: App,
  { orderId, limit, onSent }: { orderId: string; limit: number; onSent: () => void },
): ClaimFormActor {
  const { storage, clock } = app.platform
  const owner = { uin: app.auth.getSnapshot().context.account?.uin ?? '', orderId }
  const restored = claimStore.read(storage, owner)
  const form = createActor(
    claimFormMachine.provide({
      actors: {
        submission: provideSubmission<NewClaim>((submission, signal) =>
          app.api.call(createClaim, { params: { orderId }, ...submission }, { signal }),
        ),
        photoSet: providePhotoSet(app, { isStored: true }),
      },
      actions: {
        saveDraft: ({ context }: { context: ClaimFormContext }) =>
          claimStore.write(storage, {
            version: 1,
            ...owner,
            draft: context.draft,
            photos: photoUrls(context.photos),
            heldPhotos: [...heldKeys(context.photos), ...sendingKeys(context.photos)],
            submission: context.submission,
          }),
        forgetDraft: () => claimStore.remove(storage, owner),
      },
    }),
    {
      input: { restored, limit, newKey: app.newKey },
      clock,
      inspect: app.options.inspect,
    },
  )
  // The store keeps a submission until it succeeds. If another tab removes it, that tab has sent it.
  let postedSubmission = restored?.submission ?? null
  const stopFollowing = storage.subscribe((key) => {
    if (key !== storageKeys.claimDraft) return
    const stored = claimStore.read(storage, owner)
    if (stored) postedSubmission = stored.submission
    else if (postedSubmission) form.send({ type: 'claim.sentElsewhere', body: postedSubmission.body })
  })
  // Wait for completion: `onSent` unmounts the form, and the draft must be deleted first.
  form.subscribe({
    complete: () => {
      stopFollowing()
      if (form.getSnapshot().matches('sent')) onSent()
    },
  })
  releasePreviews(form)
  removeUnlistedPhotos(form, app.platform)
  return form
}
