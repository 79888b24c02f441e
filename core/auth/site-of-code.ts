import type { ApiClient } from '../api/client.ts'
import { getQrSite } from '../api/contract/site.ts'
import { errorCodes } from '../api/error-codes.ts'
import { isRefusedWith } from '../api/failure.ts'
import { newCancel } from '../cancel.ts'
import type { Clock } from '../platform.ts'

const longestWaitMs = 3_000

/**
 * The site of a QR code, `unknown` for an unknown one; null when no answer comes within 3 s, for signing in waits for
 * it.
 */
export async function findSiteOfCode(
  api: ApiClient,
  clock: Clock,
  qrId: string,
): Promise<{ siteId: string } | 'unknown' | null> {
  const ending = newCancel()
  const timer = clock.setTimeout(() => ending.abort(), longestWaitMs)
  const place = await api.call(getQrSite, { params: { qrId } }, { signal: ending.signal })
  clock.clearTimeout(timer)
  if (place.ok) return { siteId: place.value.site.siteId }
  return isRefusedWith(place.error, errorCodes.siteNotExists) ? 'unknown' : null
}
