import * as v from 'valibot'
import type { ApiClient } from '../api/client.ts'
import { updateProfile } from '../api/contract/user.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { ProfileFields } from '../auth/auth.types.ts'
import { refusedParam } from '../auth/auth-problem.ts'
import type { CancelSignal } from '../cancel.ts'
import { fail, ok, type Result } from '../result.ts'
import { cleanLine } from '../text/clean.ts'

/** Sends name and email, trimmed; resolves with the saved ones. */
export async function saveFields(
  api: ApiClient,
  input: ProfileFields,
  signal?: CancelSignal,
): Promise<Result<ProfileFields, ApiFailure>> {
  const fields = { name: cleanLine(input.name), email: cleanLine(input.email) }
  if (fields.name === '') return fail(refusedParam({ field: 'name' }))
  if (!v.is(updateProfile.body, fields)) return fail(refusedParam({ field: 'email' }))
  const saved = await api.call(updateProfile, { body: fields }, signal ? { signal } : {})
  return saved.ok ? ok(fields) : saved
}
