import {
  type CallInput,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorChange,
  operatorClose,
  operatorHand,
  operatorListOrders,
  operatorPickUp,
  operatorRefundDone,
  operatorReview,
  operatorStartTransport,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
} from '@handsfree/core/api'
import type * as v from 'valibot'
import type { Work } from '../db/work.ts'
import type { DomainPlugin } from '../http/domain.ts'
import { route } from '../http/route.ts'
import { lockOrder, type Move, moveOrder } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { orderNotFound } from '../orders/refusals.ts'
import { settleAllRefunds } from '../payments/settle.ts'
import { changePieces } from './change-pieces.ts'
import { listOpenOrders, readForOperator } from './find-orders.ts'
import { registerPhotoUpload } from './photo-upload.ts'
import { hand, pickUp } from './pick-up.ts'

type OrderCall<Body extends v.GenericSchema> = Omit<typeof operatorClose, 'path' | 'body'> & {
  path: `/${string}`
  body: Body
}

/** What a call gets: one locked order, and who acts. */
type Given<Body extends v.GenericSchema> = {
  work: Work
  order: OrderRow
  body: CallInput<OrderCall<Body>>['body']
  actor: string
}

/** The operation actions of the spec as calls (section 3). */
export const operatorPlugin: DomainPlugin = (app, services) => {
  route(app, services, operatorListOrders, async ({ tx, query, locale }) => {
    const { list, nextCursor } = await listOpenOrders(tx, query.cursor)
    return { list: await readForOperator(tx, services, list, locale), nextCursor }
  })

  const onOrder = <Body extends v.GenericSchema>(
    shape: OrderCall<Body>,
    act: (given: Given<Body>) => Promise<OrderRow>,
  ) =>
    route(app, services, shape, async ({ tx, afterCommit, params, body, employee, locale }) => {
      const work = { tx, afterCommit }
      const order = await lockOrder(work, params.orderId)
      if (!order) throw orderNotFound()
      const moved = await act({ work, order, body, actor: `employee:${employee.employeeId}` })
      return (await readForOperator(tx, services, [moved], locale))[0]!
    })

  const move =
    (event: Move['event'], changes: Move['changes'] = {}) =>
    ({ work, order, actor }: Pick<Given<v.GenericSchema>, 'work' | 'order' | 'actor'>) =>
      moveOrder(work, services, order, { event, actor, changes })

  onOrder(operatorReview, ({ body, ...given }) =>
    body.result === 'pass'
      ? move('review.pass')(given)
      : move('review.reject', { reviewFailure: body.reason })(given),
  )
  onOrder(operatorAssign, ({ body: { name, phone, plate }, ...given }) =>
    move('courier.assign', { courierName: name, courierPhone: phone, courierPlate: plate })(given),
  )
  onOrder(operatorArriveAtPickup, move('courier.arriveAtPickup'))
  onOrder(operatorChange, ({ work, order, body, actor }) =>
    changePieces(work, services, order, body.pieces, actor),
  )
  onOrder(operatorPickUp, ({ work, order, body, actor }) => pickUp(work, services, order, body.bags, actor))
  onOrder(operatorStartTransport, move('transport.start'))
  onOrder(operatorArriveAtDelivery, move('transport.complete'))
  onOrder(operatorWarehouseApply, move('warehouse.apply'))
  onOrder(operatorWarehouseConfirm, move('warehouse.confirm'))
  onOrder(operatorHand, ({ work, order, body, actor }) => hand(work, services, order, body.claimCode, actor))
  onOrder(operatorClose, move('order.close'))
  onOrder(operatorRefundDone, ({ work, order, actor }) => settleAllRefunds(work, services, order, actor))

  registerPhotoUpload(app, services)
}
