import type { OrderListActor } from '@handsfree/core/orders'
import { selectReadAt } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { FreshnessAlert, useFreshness } from '../../parts/reading/Freshness.tsx'
import { useListing } from '../../parts/reading/useReading.ts'
import styles from './OrdersFreshness.module.css'

export function OrdersFreshness({ list }: { list: OrderListActor }) {
  const { timeZone = 'UTC' } = useIntl()
  const { isStale, retry } = useListing(list)
  const readAt = useSelector(list, selectReadAt)
  const freshness = useFreshness({ isLive: false, isStale, readAt, timeZone })
  return (
    <div className={styles.alert}>
      <FreshnessAlert
        freshness={freshness}
        offlineKey="orders.offlineDetail"
        staleKey="freshness.stale"
        onRetry={retry}
      />
    </div>
  )
}
