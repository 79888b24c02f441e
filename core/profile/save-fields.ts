import type { ApiClient } from '../api/client.ts'
import { updateProfile } from '../api/contract/user.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { ProfileFields } from '../auth/auth.types.ts'
import type { CancelSignal } from '../cancel.ts'
import { ok, type Result } from '../result.ts'
import { cleanFields } from './field-problems.ts'

/** Sends name and email, trimmed; resolves with the saved ones. */
export async function saveFields(
  api: ApiClient,
  input: ProfileFields,
  signal?: CancelSignal,
): Promise<Result<ProfileFields, ApiFailure>> {
  const fields = cleanFields(input)
  const saved = await api.call(updateProfile, { body: fields }, signal ? { signal } : {})
  return saved.ok ? ok(fields) : saved
}
