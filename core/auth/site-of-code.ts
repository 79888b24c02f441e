import type { ApiClient } from '../api/client.ts'
import { getQrSite } from '../contract/site.ts'
import { newCancel } from '../lib/cancel.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { isRefusedWith } from '../lib/failure.ts'
import type { Clock } from '../lib/platform.ts'

const longestWaitMs = 3_000

/**
 * The site of a QR code; `unknown` if the server doesn't know it. Null after 3 s without an answer, since sign-in waits
 * for it.
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
