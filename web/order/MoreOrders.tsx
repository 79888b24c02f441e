import type { OrderListActor } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { Alert, EndOfList, Loading, Skeleton, TextLink } from '../ui/index.ts'
import styles from './MoreOrders.module.css'

/** The end of the list: the next page comes when it is scrolled into sight. */
export function MoreOrders({ list }: { list: OrderListActor }) {
  const intl = useIntl()
  const count = useSelector(list, ({ context }) => context.orders.length)
  const canLoad = useSelector(list, (snapshot) => snapshot.can({ type: 'orders.more' }))
  const isLoading = useSelector(list, (snapshot) => snapshot.matches('loadingMore'))
  const hasFailed = useSelector(list, (snapshot) => snapshot.matches('moreFailed'))
  return (
    <div className={styles.more}>
      {canLoad && <EndOfList key={count} onSeen={() => list.send({ type: 'orders.more' })} />}
      {isLoading && (
        <Loading label={intl.formatMessage({ id: 'orders.loadingMore' })}>
          <Skeleton shape="block" height="120px" />
        </Loading>
      )}
      {hasFailed && (
        <Alert tone="coral" panel>
          <TextLink onClick={() => list.send({ type: 'orders.retry' })}>
            {intl.formatMessage({ id: 'common.loadFailed' })}
          </TextLink>
        </Alert>
      )}
    </div>
  )
}
