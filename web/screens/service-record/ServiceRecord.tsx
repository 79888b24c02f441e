import { customerViews } from '@handsfree/core/api'
import { createOrderList, serviceRecord } from '@handsfree/core/order'
import { selectHasMore, selectListed } from '@handsfree/core/reading'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { OrdersFreshness } from '../../order/OrdersFreshness.tsx'
import { Listing } from '../../reading/Listing.tsx'
import { useListing } from '../../reading/useReading.ts'
import { Button, EmptyListPicture, EmptyState, Halves, Page } from '../../ui/index.ts'
import { RecordMonth } from './RecordMonth.tsx'
import { RecordSkeleton } from './RecordSkeleton.tsx'

export default function ServiceRecord() {
  const intl = useIntl()
  const list = useScreenActor((app) => createOrderList(app, customerViews.all))
  const orders = useSelector(list, selectListed(list))
  const hasMore = useSelector(list, selectHasMore)
  const { hasFailed } = useListing(list)
  const months = serviceRecord(orders, hasMore)
  return (
    <Page wide bar={<BackBar title={intl.formatMessage({ id: 'record.title' })} />} centered={hasFailed}>
      {!hasFailed && (
        <p className="soft">
          <FormattedMessage id="record.detail" />
        </p>
      )}
      <OrdersFreshness list={list} />
      <Listing list={list} skeleton={<RecordSkeleton />} moreKey="orders.loadingMore" itemHeight="120px">
        <Halves>
          {months.map((month) => (
            <RecordMonth month={month} key={month.month} />
          ))}
        </Halves>
        {months.length === 0 && !hasMore && (
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
      </Listing>
    </Page>
  )
}
