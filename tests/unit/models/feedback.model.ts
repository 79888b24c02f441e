import {
  type FeedbackBody,
  type FeedbackContext,
  type FeedbackInput,
  feedbackMachine,
  feedbackStore,
} from '@handsfree/core/claims'
import type { Submission } from '@handsfree/core/lib'
import { summarizePhotos } from '@handsfree/core/photos'
import { createActor, type SnapshotFrom } from 'xstate'
import { photoUrls } from '../../../core/photos/photo-list.ts'
import { defineModel, type RunRecord } from '../../../statecharts/paths/machine-model.ts'
import { memoryStorage, restoredAfterReload } from './laws.ts'
import { photoSetWorld, photosChanged } from './photo-world.ts'
import { refused } from './samples.ts'
import { submissionNews, toldBySubmission } from './submission.model.ts'

const submission: Submission<FeedbackBody> = {
  idempotencyKey: 'key-of-old',
  body: { type: 1, content: '{"text":"The desk was kind.","images":[]}' },
}

/** An earlier visit's post without a response. */
export const left: NonNullable<FeedbackInput['restored']> = {
  draft: { type: 1, text: 'The desk was kind.' },
  photos: [],
  heldPhotos: [],
  submission,
}

const start =
  (restored: FeedbackInput['restored']) =>
  ({ newKey }: Pick<FeedbackInput, 'newKey'>): FeedbackInput => ({ restored, newKey })

const keptOf = ({ draft, submission, photos }: FeedbackContext) => [draft, submission, photoUrls(photos)]

/** The next visit's form, restored from this visit's storage. */
function reopened(witness: RunRecord<typeof feedbackMachine>): SnapshotFrom<typeof feedbackMachine> {
  const { restored, newKey } = witness.input
  const found = restoredAfterReload<FeedbackContext, FeedbackInput['restored']>(
    witness,
    restored,
    (context) => {
      const storage = memoryStorage()
      const { draft, photos, submission } = context
      const stored = { draft, photos: photoUrls(photos), heldPhotos: [], submission }
      feedbackStore.write(storage, { version: 1, uin: 'uin-1', ...stored })
      return feedbackStore.read(storage, { uin: 'uin-1' })
    },
  )
  const machine = feedbackMachine.provide({ actors: photoSetWorld.logic() as never })
  return createActor(machine, { input: { restored: found, newKey } }).getSnapshot()
}

export const feedbackModel = defineModel<typeof feedbackMachine>({
  machine: feedbackMachine,
  starts: { 'an empty form': start(null), 'a post without an answer': start(left) },
  samples: {
    'feedback.change': {
      written: { patch: { text: 'The desk was kind.' } },
      emptied: { patch: { text: ' ' } },
    },
    'feedback.send': { '': {} },
    'feedback.edit': { '': {} },
    'photos.changed': photosChanged,
    ...submissionNews(submission, { '': { feedbackId: 'feedback-1' } }, { '': refused(1012) }),
  },
  sentBy: { 'photos.changed': 'photoSet', ...toldBySubmission },
  outcomes: {},
  facts: ({ context: { draft, photos, submission, problem } }) => {
    const { total, busy, failed } = summarizePhotos(photos)
    return {
      hasText: draft.text.trim() !== '',
      photos: Math.min(2, total),
      isBusy: busy > 0,
      hasFailed: failed > 0,
      isPosted: submission !== null,
      problem: problem?.kind,
    }
  },
  laws: {
    'a reload goes on with what was written': (witness) => {
      const { context, status } = witness.snapshot
      if (status !== 'active') return true
      const again = reopened(witness)
      return (
        again.matches('editing') &&
        JSON.stringify(keptOf(again.context)) === JSON.stringify(keptOf(context)) &&
        again.can({ type: 'feedback.change', patch: {} })
      )
    },
    'nothing is posted without words, or while a photo is missing': ({ snapshot }) => {
      const { busy, failed } = summarizePhotos(snapshot.context.photos)
      return (
        !snapshot.matches('sending') || (snapshot.context.draft.text.trim() !== '' && busy + failed === 0)
      )
    },
    'what was written is forgotten once, when it is sent': ({ snapshot, effects }) =>
      effects.filter(({ name }) => name === 'forgetDraft').length === (snapshot.matches('sent') ? 1 : 0),
  },
  simple: { steps: 12, paths: 40 },
  spawned: photoSetWorld,
})
