import { createOrderDetail, selectOrder } from '@handsfree/core/order'
import { failureWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import type { MessageKey } from '../../message-key.ts'
import { Button, EmptyState, LostPagePicture, Page } from '../../ui/index.ts'
import { OrderSkeleton } from './OrderSkeleton.tsx'
import { OrderView } from './OrderView.tsx'

/** `/order/detail/{orderId}`: where the bags are, live. */
export default function OrderDetail() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createOrderDetail(app, orderId))
  const snapshot = useSelector(actor, (current) => current)
  const order = selectOrder(snapshot)
  const say = (id: MessageKey) => intl.formatMessage({ id })

  if (order) return <OrderView actor={actor} order={order} />
  if (snapshot.matches('loading')) return <OrderSkeleton />
  const { problem } = snapshot.context
  return (
    <Page bar={<BackBar title={say('order.title')} />} centered>
      <div role="alert">
        {snapshot.matches('notThere') ? (
          <EmptyState
            picture={<LostPagePicture />}
            title={say('order.notThereTitle')}
            action={<Button href="/order/category">{say('order.seeOrders')}</Button>}
          >
            {say('order.notThereDetail')}
          </EmptyState>
        ) : (
          <EmptyState
            picture={<LostPagePicture />}
            title={say('common.loadFailed')}
            action={
              <Button
                disabled={!snapshot.can({ type: 'order.retry' })}
                onClick={() => actor.send({ type: 'order.retry' })}
              >
                {say('common.reload')}
              </Button>
            }
          >
            {problem && failureWords(intl, problem)}
          </EmptyState>
        )}
      </div>
    </Page>
  )
}
