import * as v from 'valibot'
import type { SnapshotFrom } from 'xstate'
import type { ProfileFields } from '../auth/auth.ts'
import type { AuthProblem } from '../auth/sign-in.ts'
import { updateProfile } from '../contract/user.ts'
import { cleanLine } from '../lib/clean.ts'
import { foldEmail } from '../lib/email.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { profileMachine } from './profile.machine.ts'

/** Normalizes the fields for saving. */
export const cleanFields = ({ name, email }: ProfileFields): ProfileFields => ({
  name: cleanLine(name),
  email: foldEmail(cleanLine(email)),
})

const problemFields: Partial<Record<AuthProblem['code'], keyof ProfileFields>> = {
  nameRequired: 'name',
  invalidEmail: 'email',
}

export const fieldOfProblem = ({ code }: AuthProblem) => problemFields[code]

/** Client-side validation; empty if valid. */
export function fieldProblems(fields: ProfileFields): AuthProblem[] {
  const { name, email } = cleanFields(fields)
  const problems: AuthProblem[] = []
  if (name === '') problems.push({ code: 'nameRequired' })
  if (!v.is(updateProfile.body, { email })) problems.push({ code: 'invalidEmail' })
  return problems
}

type ProfileSnapshot = SnapshotFrom<typeof profileMachine>

export const selectProfileDraft = (snapshot: ProfileSnapshot) => snapshot.context.draft
export const selectProfileReading = ({ children }: ProfileSnapshot) =>
  children.reading as ReadingRef | undefined
export const selectProfileProblems = (snapshot: ProfileSnapshot) => snapshot.context.problems
/** Why the last save failed, other than field problems. */
export const selectSaveProblem = (snapshot: ProfileSnapshot) =>
  snapshot.context.problems.find((problem) => fieldOfProblem(problem) === undefined) ?? null
export const selectProfileIsSaving = (snapshot: ProfileSnapshot) => snapshot.matches('saving')
export const selectProfileIsSaved = (snapshot: ProfileSnapshot) => snapshot.matches({ editing: 'saved' })
/** Whether leaving now would lose unsaved input. */
export const selectProfileIsUnsaved = (snapshot: ProfileSnapshot) =>
  snapshot.matches('saving') || snapshot.matches('asking') || snapshot.can({ type: 'profile.leave' })
