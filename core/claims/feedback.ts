import type { SnapshotFrom } from 'xstate'
import { cleanLines } from '../lib/clean.ts'
import { summarizePhotos } from '../photos/photo-list.ts'
import type { feedbackMachine } from './feedback.machine.ts'

type FeedbackSnapshot = SnapshotFrom<typeof feedbackMachine>

export const selectFeedbackDraft = (snapshot: FeedbackSnapshot) => snapshot.context.draft
export const selectFeedbackPhotos = (snapshot: FeedbackSnapshot) => snapshot.context.photos
export const selectFeedbackPhotoSet = (snapshot: FeedbackSnapshot) => snapshot.context.photoSet
export const selectFeedbackProblem = (snapshot: FeedbackSnapshot) => snapshot.context.problem
export const selectFeedbackIsSent = (snapshot: FeedbackSnapshot) => snapshot.matches('sent')
export const selectFeedbackIsWaiting = (snapshot: FeedbackSnapshot) => snapshot.matches('waitingForPhotos')
export const selectFeedbackIsSending = (snapshot: FeedbackSnapshot) => snapshot.matches('sending')

/** Whether the text is missing and the traveller tried to send. */
export const selectFeedbackNeedsText = (snapshot: FeedbackSnapshot) =>
  snapshot.matches({ editing: 'showingErrors' }) && cleanLines(snapshot.context.draft.text) === ''

/** Whether photos kept the feedback from being sent. While `waitingForPhotos`, it sends once they are uploaded. */
export const selectFeedbackNeedsPhotos = (snapshot: FeedbackSnapshot) => {
  const { busy, failed } = summarizePhotos(snapshot.context.photos)
  return snapshot.matches({ editing: 'showingErrors' }) && busy + failed > 0
}
