import {
  type OrderDetailActor,
  selectIsCatchingUp,
  selectIsStale,
  selectLoadedAt,
  selectReading,
} from '@handsfree/core/order'
import { selectIsLive } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { useIsOnline } from '../../app/useIsOnline.ts'
import { useNow } from '../../app/useNow.ts'
import { shortMoment } from '../../format/index.ts'
import { FreshnessLine } from '../../reading/FreshnessLine.tsx'
import { StaleNotice } from '../../reading/StaleNotice.tsx'
import { Alert } from '../../ui/index.ts'
import type { OrderProps } from './order-props.ts'

type FreshnessProps = OrderProps & { actor: OrderDetailActor }

/** Whether changes arrive by themselves, or since when the page is stale. */
function useFreshness({ actor, order }: FreshnessProps) {
  const intl = useIntl()
  const now = useNow()
  const isLive = useSelector(useApp().realtime, selectIsLive)
  const isStale = useSelector(actor, selectIsStale)
  const isCatchingUp = useSelector(actor, selectIsCatchingUp)
  const loadedAt = useSelector(actor, selectLoadedAt)
  const isOnline = useIsOnline()
  const state = !isOnline ? 'offline' : isStale ? 'stale' : isLive && !isCatchingUp ? 'live' : 'asOf'
  const { timeZone, cityName } = order
  return { state, time: shortMoment(loadedAt, { intl, now, timeZone, city: cityName }) } as const
}

/** "Live", or "Offline, as of 14:02". */
export const Freshness = (props: FreshnessProps) => <FreshnessLine {...useFreshness(props)} />

/** Says on top of the page that it may be stale, since when, and what to do. */
export function FreshnessNotice(props: FreshnessProps) {
  const intl = useIntl()
  const { actor } = props
  const { state, time } = useFreshness(props)
  const reading = useSelector(actor, selectReading)
  if (state === 'offline') {
    return (
      <Alert tone="sky" panel>
        {intl.formatMessage({ id: 'freshness.offlineDetail' }, { time })}
      </Alert>
    )
  }
  if (state !== 'stale') return null
  return (
    <StaleNotice onRetry={() => reading?.send({ type: 'reading.retry' })}>
      {intl.formatMessage({ id: 'freshness.staleDetail' }, { time })}
    </StaleNotice>
  )
}
