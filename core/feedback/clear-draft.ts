import type { KeyValueStorage } from '../platform.ts'

/** Storage key of feedback that is not sent yet. */
export const feedbackDraftKey = 'feedbackDraft'

export const clearFeedbackDraft = (storage: KeyValueStorage): void => storage.remove(feedbackDraftKey)
