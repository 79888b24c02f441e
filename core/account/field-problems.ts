import * as v from 'valibot'
import type { ProfileFields } from '../auth/auth.types.ts'
import type { AuthProblem } from '../auth/sign-in.types.ts'
import { updateProfile } from '../contract/user.ts'
import { cleanLine } from '../lib/clean.ts'
import { foldEmail } from '../lib/email.ts'

/** Name and email as they are saved. */
export const cleanFields = ({ name, email }: ProfileFields): ProfileFields => ({
  name: cleanLine(name),
  email: foldEmail(cleanLine(email)),
})

const fields: Partial<Record<AuthProblem['code'], keyof ProfileFields>> = {
  nameRequired: 'name',
  invalidEmail: 'email',
}

/** The field that a problem is about; undefined when it is about none. */
export const fieldOfProblem = ({ code }: AuthProblem) => fields[code]

/** What is wrong with each field, so that nothing is sent. */
export function fieldProblems(fields: ProfileFields): AuthProblem[] {
  const { name, email } = cleanFields(fields)
  const problems: AuthProblem[] = []
  if (name === '') problems.push({ code: 'nameRequired' })
  if (!v.is(updateProfile.body, { email })) problems.push({ code: 'invalidEmail' })
  return problems
}
