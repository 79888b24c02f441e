import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../reading/reading.machine.ts'
import type { profileMachine } from './profile.machine.ts'

type ProfileSnapshot = SnapshotFrom<typeof profileMachine>

export const selectProfileDraft = (snapshot: ProfileSnapshot) => snapshot.context.draft
/** Reads the profile where the app does not know it. */
export const selectProfileReading = ({ children }: ProfileSnapshot) =>
  children.reading as ReadingRef | undefined
export const selectProfileProblem = (snapshot: ProfileSnapshot) => snapshot.context.problem
export const selectProfileIsSaving = (snapshot: ProfileSnapshot) => snapshot.matches('saving')
export const selectProfileIsSaved = (snapshot: ProfileSnapshot) => snapshot.matches({ editing: 'saved' })
/** Whether leaving now would lose what was typed. */
export const selectProfileIsUnsaved = (snapshot: ProfileSnapshot) =>
  snapshot.matches('saving') || snapshot.matches('asking') || snapshot.can({ type: 'profile.leave' })
