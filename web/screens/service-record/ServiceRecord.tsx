import { customerViews } from '@handsfree/core/api'
import { createOrderList, selectListReading, serviceRecord } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadFailed } from '../../errors/LoadFailed.tsx'
import { MoreOrders } from '../../order/MoreOrders.tsx'
import { OrdersSkeleton } from '../../order/OrdersSkeleton.tsx'
import { StaleNotice } from '../../reading/StaleNotice.tsx'
import { useReading } from '../../reading/useReading.ts'
import { Button, EmptyListPicture, EmptyState, Page } from '../../ui/index.ts'
import { RecordMonth } from './RecordMonth.tsx'

/** `/service/record`: the orders that are over, by month, with what they came to. */
export default function ServiceRecord() {
  const intl = useIntl()
  const list = useScreenActor((app) => createOrderList(app, customerViews.all))
  const { orders, nextCursor } = useSelector(list, ({ context }) => context)
  const { isLoading, hasFailed, isStale, problem, retry } = useReading(useSelector(list, selectListReading))
  const months = serviceRecord(orders, nextCursor !== null)
  const bar = <BackBar title={intl.formatMessage({ id: 'record.title' })} />
  if (hasFailed) {
    return (
      <Page bar={bar} centered>
        <LoadFailed problem={problem} onReload={retry} />
      </Page>
    )
  }
  return (
    <Page bar={bar}>
      <p className="soft">
        <FormattedMessage id="record.detail" />
      </p>
      {isStale && (
        <StaleNotice onRetry={retry}>
          <FormattedMessage id="orders.refreshFailed" />
        </StaleNotice>
      )}
      {isLoading ? (
        <OrdersSkeleton />
      ) : (
        <>
          {months.map((month) => (
            <RecordMonth month={month} key={month.month} />
          ))}
          {months.length === 0 && nextCursor === null && (
            <EmptyState
              picture={<EmptyListPicture />}
              title={<FormattedMessage id="record.empty" />}
              action={
                <Button kind="gold" href="/qr-code/scan">
                  <FormattedMessage id="orders.scan" />
                </Button>
              }
            >
              <FormattedMessage id="record.emptyDetail" />
            </EmptyState>
          )}
          <MoreOrders list={list} />
        </>
      )}
    </Page>
  )
}
