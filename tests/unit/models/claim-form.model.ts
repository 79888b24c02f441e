import { type ClaimFormInput, claimFormMachine } from '@handsfree/core/claims'
import type { NewClaim } from '@handsfree/core/contract'
import type { Submission } from '@handsfree/core/lib'
import { summarizePhotos } from '@handsfree/core/photos'
import { photoUrls } from '../../../core/photos/photo-list.ts'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { photoSetWorld, photosChanged } from './photo-world.ts'
import { refused } from './samples.ts'
import { submissionNews, toldBySubmission } from './submission.model.ts'

const submission: Submission<NewClaim> = {
  idempotencyKey: 'key-of-old',
  body: { kind: 'late', words: 'It came at ten.', photos: [], amount: 0 },
}

/** An earlier visit's claim without a response. */
const left: NonNullable<ClaimFormInput['restored']> = {
  draft: { kind: 'late', words: 'It came at ten.', amount: 0 },
  photos: [],
  heldPhotos: [],
  submission,
}

const start =
  (restored: ClaimFormInput['restored']) =>
  ({ newKey }: Pick<ClaimFormInput, 'newKey'>): ClaimFormInput => ({ restored, newKey, limit: 1_000 })

/** Another tab's submission: the sample's text without a photo. */
const sent = { words: 'A wheel is broken.', amount: 1_000 }

export const claimFormModel = defineModel<typeof claimFormMachine>({
  machine: claimFormMachine,
  starts: { 'an empty form': start(null), 'a post without an answer': start(left) },
  samples: {
    'claim.change': {
      complete: { patch: { kind: 'damaged', words: 'A wheel is broken.', amount: 1_000 } },
      'too much': { patch: { amount: 1_001 } },
      'without words': { patch: { words: ' ' } },
    },
    'claim.send': { '': {} },
    'claim.edit': { '': {} },
    'claim.sentElsewhere': {
      'the same': { body: { kind: 'damaged', words: sent.words, photos: [], amount: sent.amount } },
      'other words': { body: { kind: 'lost', words: 'It never came.', photos: [], amount: 0 } },
    },
    'photos.changed': photosChanged,
    ...submissionNews(submission, { '': {} }, { '': refused(1008) }),
  },
  sentBy: { 'photos.changed': 'photoSet', ...toldBySubmission },
  outcomes: {},
  facts: ({ context: { draft, photos, submission, problem } }) => {
    const { total, busy, failed } = summarizePhotos(photos)
    return {
      hasKind: draft.kind !== null,
      hasWords: draft.words.trim() !== '',
      isTooMuch: draft.amount > 1_000,
      photos: Math.min(2, total),
      isUploading: busy > 0,
      hasFailedPhotos: failed > 0,
      wasPosted: submission !== null,
      problem: problem?.kind ?? null,
      isAsSentElsewhere:
        draft.words === sent.words && draft.amount === sent.amount && photoUrls(photos).length === 0,
    }
  },
  laws: {
    'nothing is posted without kind and words, beyond the cover, or while a photo is missing': ({
      snapshot,
    }) => {
      const { draft, photos, limit } = snapshot.context
      const { busy, failed } = summarizePhotos(photos)
      return (
        !snapshot.matches('sending') ||
        (draft.kind !== null && draft.words.trim() !== '' && draft.amount <= limit && busy + failed === 0)
      )
    },
    'what was written is forgotten once, when it is sent': ({ snapshot, effects }) =>
      effects.filter(({ name }) => name === 'forgetDraft').length === (snapshot.matches('sent') ? 1 : 0),
  },
  simple: { steps: 12, paths: 40 },
  spawned: photoSetWorld,
})
