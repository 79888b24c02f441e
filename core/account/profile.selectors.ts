import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import { fieldOfProblem } from './field-problems.ts'
import type { profileMachine } from './profile.machine.ts'

type ProfileSnapshot = SnapshotFrom<typeof profileMachine>

export const selectProfileDraft = (snapshot: ProfileSnapshot) => snapshot.context.draft
/** Reads the profile where the app does not know it. */
export const selectProfileReading = ({ children }: ProfileSnapshot) =>
  children.reading as ReadingRef | undefined
/** Why the last save failed: the problem of each wrong field, or one that is about no field. */
export const selectProfileProblems = (snapshot: ProfileSnapshot) => snapshot.context.problems
/** Why the last save failed, where no field of the form is wrong. */
export const selectSaveProblem = (snapshot: ProfileSnapshot) =>
  snapshot.context.problems.find((problem) => fieldOfProblem(problem) === undefined) ?? null
export const selectProfileIsSaving = (snapshot: ProfileSnapshot) => snapshot.matches('saving')
export const selectProfileIsSaved = (snapshot: ProfileSnapshot) => snapshot.matches({ editing: 'saved' })
/** Whether leaving now would lose what was typed. */
export const selectProfileIsUnsaved = (snapshot: ProfileSnapshot) =>
  snapshot.matches('saving') || snapshot.matches('asking') || snapshot.can({ type: 'profile.leave' })
