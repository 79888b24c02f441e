import type { ApiClient } from '../api/client.ts'
import type { ProfileFields } from '../auth/auth.types.ts'
import { updateProfile } from '../contract/user.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { ok, type Result } from '../lib/result.ts'
import { cleanFields } from './profile.ts'

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
