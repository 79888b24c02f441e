import { useIntl } from 'react-intl'
import { useIsOnline } from '../app/useIsOnline.ts'
import { useNow } from '../app/useNow.ts'
import { shortMoment } from '../format/index.ts'

export type Freshness = { state: 'live' | 'asOf' | 'offline' | 'stale'; time: string }

type Read = {
  /** Whether changes arrive by themselves. */
  isLive: boolean
  /** Whether the last read failed. */
  isStale: boolean
  /** Milliseconds since 1970; null while nothing was read. */
  readAt: number | null
  timeZone: string
  city?: string
}

/** How fresh is what a page shows, and as of when; null while it shows nothing. */
export function useFreshness({ isLive, isStale, readAt, timeZone, city }: Read): Freshness | null {
  const intl = useIntl()
  const now = useNow()
  const isOnline = useIsOnline()
  if (readAt === null) return null
  const state = !isOnline ? 'offline' : isStale ? 'stale' : isLive ? 'live' : 'asOf'
  return {
    state,
    time: shortMoment(readAt, { intl, now, timeZone, ...(city === undefined ? {} : { city }) }),
  }
}
