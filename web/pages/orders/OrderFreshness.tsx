import type { Order } from '@handsfree/core/contract'
import {
  type OrderDetailActor,
  selectIsCatchingUp,
  selectIsStale,
  selectLoadedAt,
  selectReading,
} from '@handsfree/core/orders'
import { selectIsLive } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { useApp } from '../../app/useApp.ts'
import { FreshnessAlert, FreshnessLine, useFreshness } from '../../parts/reading/Freshness.tsx'
import { useReading } from '../../parts/reading/useReading.ts'

type OrderFreshnessProps = { order: Order; actor: OrderDetailActor }

function useOrderFreshness({ actor, order: { timeZone, cityName } }: OrderFreshnessProps) {
  const isLive = useSelector(useApp().realtime, selectIsLive)
  const isCatchingUp = useSelector(actor, selectIsCatchingUp)
  const isStale = useSelector(actor, selectIsStale)
  const readAt = useSelector(actor, selectLoadedAt)
  return useFreshness({ isLive: isLive && !isCatchingUp, isStale, readAt, timeZone, city: cityName })
}

export function OrderFreshness(props: OrderFreshnessProps) {
  const freshness = useOrderFreshness(props)
  return freshness && <FreshnessLine {...freshness} />
}

export function OrderFreshnessAlert(props: OrderFreshnessProps) {
  const { retry } = useReading(useSelector(props.actor, selectReading))
  return (
    <FreshnessAlert
      freshness={useOrderFreshness(props)}
      offlineKey="freshness.offlineDetail"
      staleKey="freshness.staleDetail"
      onRetry={retry}
    />
  )
}
