import type { OrderListActor } from '@handsfree/core/order'
import { selectReadAt } from '@handsfree/core/reading'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useIsOnline } from '../app/useIsOnline.ts'
import { useNow } from '../app/useNow.ts'
import { shortMoment } from '../format/index.ts'
import { StaleNotice } from '../reading/StaleNotice.tsx'
import { useListing } from '../reading/useReading.ts'
import { Alert } from '../ui/index.ts'
import styles from './OrdersFreshness.module.css'

/** Says that the orders are as they were some time ago, and what to do; nothing while they are fresh. */
export function OrdersFreshness({ list }: { list: OrderListActor }) {
  const intl = useIntl()
  const now = useNow()
  const { isStale, retry } = useListing(list)
  const readAt = useSelector(list, selectReadAt)
  const isOnline = useIsOnline()
  if (readAt === null || (isOnline && !isStale)) return null
  const time = shortMoment(readAt, { intl, now, timeZone: intl.timeZone ?? 'UTC' })
  return (
    <div className={styles.notice}>
      {isOnline ? (
        <StaleNotice onRetry={retry}>
          <FormattedMessage id="orders.refreshFailed" />
          {' · '}
          <FormattedMessage id="freshness.asOf" values={{ time }} />
        </StaleNotice>
      ) : (
        <Alert tone="sky" panel>
          <FormattedMessage id="orders.offlineDetail" values={{ time }} />
        </Alert>
      )}
    </div>
  )
}
