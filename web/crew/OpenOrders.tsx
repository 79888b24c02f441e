import { sortOpenOrders } from '@handsfree/core/crew'
import { FormattedMessage, useIntl } from 'react-intl'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import { EmptyListPicture, EmptyState, Headline, Page } from '../ui/index.ts'
import styles from './CourierHome.module.css'
import type { HomeProps } from './CourierHome.tsx'
import { useMember } from './member.ts'
import { OrderRow } from './OrderRow.tsx'
import { OutboxStatus } from './OutboxStatus.tsx'

/** An operator's open orders by time. */
export function OpenOrders({ reading, orders, bar }: HomeProps) {
  const intl = useIntl()
  const { name } = useMember()
  return (
    <Page bar={bar} wide>
      <OutboxStatus />
      <Headline detail={name}>
        {intl.formatMessage({ id: 'crewHome.openCount' }, { count: orders.length })}
      </Headline>
      <ReadingStaleAlert reading={reading} />
      {orders.length === 0 ? (
        <EmptyState picture={<EmptyListPicture />} title={<FormattedMessage id="crewHome.empty" />}>
          <FormattedMessage id="crewHome.emptyDetail" />
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {sortOpenOrders(orders).map((order) => (
            <OrderRow key={order.orderId} order={order} />
          ))}
        </ul>
      )}
    </Page>
  )
}
