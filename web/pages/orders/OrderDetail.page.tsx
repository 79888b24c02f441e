import { createOrderDetail, selectOrder, selectReading } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { OrderNotThere } from '../../parts/orders/OrderNotThere.tsx'
import { ReadingFallback } from '../../parts/reading/ReadingFallback.tsx'
import { Card, Columns, FromToSkeleton, Loading, Page, Skeleton, Tag } from '../../ui/index.ts'
import styles from './OrderDetail.module.css'
import { OrderView } from './OrderView.tsx'

export default function OrderDetail() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createOrderDetail(app, orderId))
  // Selected separately, so that steps of a cancellation don't rerender the page.
  const order = useSelector(actor, selectOrder)
  const reading = useSelector(actor, selectReading)
  if (order) return <OrderView actor={actor} order={order} />
  const bar = <BackBar title={intl.formatMessage({ id: 'order.title' })} />
  return (
    <ReadingFallback reading={reading} bar={bar} loading={<OrderSkeleton />} notThere={<OrderNotThere />} />
  )
}

function OrderSkeleton() {
  const intl = useIntl()
  return (
    <Page wide bar={<BackBar title={intl.formatMessage({ id: 'order.title' })} />}>
      <Loading label={intl.formatMessage({ id: 'order.loading' })}>
        <Columns
          aside={
            <div className={styles.part}>
              <Skeleton width="34%" />
              <Card>
                <div className={styles.event}>
                  <Skeleton shape="circle" width="14px" height="14px" />
                  <Skeleton width="70%" />
                </div>
              </Card>
            </div>
          }
          more={
            <div className={styles.part}>
              <Skeleton width="28%" />
              <Card>
                <FromToSkeleton />
              </Card>
            </div>
          }
        >
          <div className={styles.head}>
            <Skeleton width="96px" height="26px" />
            <Skeleton width="92%" height="34px" />
            <Skeleton width="58%" />
          </div>
          <Tag tearOff={<Skeleton width="46%" height="38px" />}>
            <Skeleton width="72%" height="44px" />
          </Tag>
        </Columns>
      </Loading>
    </Page>
  )
}
