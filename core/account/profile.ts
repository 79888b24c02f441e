import * as v from 'valibot'
import type { SnapshotFrom } from 'xstate'
import type { ProfileFields } from '../auth/auth.ts'
import type { AuthProblem } from '../auth/sign-in.ts'
import { updateProfile } from '../contract/user.ts'
import { cleanLine } from '../lib/clean.ts'
import { foldEmail } from '../lib/email.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { profileMachine } from './profile.machine.ts'

/** Name and email as they are saved. */
export const cleanFields = ({ name, email }: ProfileFields): ProfileFields => ({
  name: cleanLine(name),
  email: foldEmail(cleanLine(email)),
})

const problemFields: Partial<Record<AuthProblem['code'], keyof ProfileFields>> = {
  nameRequired: 'name',
  invalidEmail: 'email',
}

/** The field that a problem is about; undefined when it is about none. */
export const fieldOfProblem = ({ code }: AuthProblem) => problemFields[code]

/** What is wrong with each field, so that nothing is sent. */
export function fieldProblems(fields: ProfileFields): AuthProblem[] {
  const { name, email } = cleanFields(fields)
  const problems: AuthProblem[] = []
  if (name === '') problems.push({ code: 'nameRequired' })
  if (!v.is(updateProfile.body, { email })) problems.push({ code: 'invalidEmail' })
  return problems
}

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
