import {
  type CallInput,
  type EmployeeRole,
  operationActions,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorCancel,
  operatorChange,
  operatorChangeDestination,
  operatorChangeOrder,
  operatorChooseReturn,
  operatorClose,
  operatorConfirmPackages,
  operatorConfirmPickup,
  operatorCountOrders,
  operatorDecide,
  operatorDeleteReport,
  operatorGetBoard,
  operatorGetOrder,
  operatorGetQueue,
  operatorHand,
  operatorHotelHand,
  operatorListCouriers,
  operatorListOperations,
  operatorListOrders,
  operatorMoveToShelf,
  operatorPickUp,
  operatorPreviewChange,
  operatorRefundDone,
  operatorReport,
  operatorResolve,
  operatorRetag,
  operatorReturn,
  operatorReview,
  operatorStartTransport,
  operatorTransferAccept,
  operatorTransferApply,
  operatorTransferCancel,
  operatorTransferReject,
  operatorUpdateReport,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
  operatorWithdrawChange,
  pickupFieldsOf,
  type RefundAct,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type * as v from 'valibot'
import { countOrdersOf } from '../domain/crew/count-orders.ts'
import {
  acceptedTransferColumns,
  assignmentColumns,
  findCourier,
  listCouriersFor,
  transferColumns,
} from '../domain/crew/couriers.ts'
import { findBoard } from '../domain/crew/find-board.ts'
import {
  findByPerson,
  findByReference,
  listOrdersOf,
  maxFoundOrders,
  readCustomerDetails,
  readForOperator,
  seesNames,
} from '../domain/crew/find-orders.ts'
import { findQueue } from '../domain/crew/find-queue.ts'
import { addHappenedTime, lastOperationPosition, recordHappenedTime } from '../domain/crew/happened.ts'
import { reportColumns } from '../domain/crew/reports.ts'
import { accessDenied, canReadRoomPassword, canSee, mayAct, scopesOf, viewOf } from '../domain/crew/scope.ts'
import { requireShift } from '../domain/crew/shifts.ts'
import { markOwnFilesUsed } from '../domain/files/files.ts'
import { findBags } from '../domain/orders/bags.ts'
import { readOrder } from '../domain/orders/find-orders.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { findOperations, logOperations } from '../domain/orders/operations.ts'
import { type OrderRow, orderOperations } from '../domain/orders/orders.table.ts'
import { lateDelivery, missedPickup } from '../domain/orders/overdue-reasons.ts'
import { orderNotFound } from '../domain/orders/refusals.ts'
import { changeDestination } from '../flows/change-destination.ts'
import { previewChange, withdrawChange } from '../flows/change-order.ts'
import { changePieces } from '../flows/change-pieces.ts'
import { checkBags } from '../flows/check-bags.ts'
import { endReport } from '../flows/end-report.ts'
import { handOver } from '../flows/hand-over.ts'
import { type Move, moveOrder } from '../flows/move-order.ts'
import { pickUp } from '../flows/pick-up.ts'
import { runWithinRefundLimit } from '../flows/refund-requests.ts'
import { beginReturn, startReturn } from '../flows/returns.ts'
import { settleAllRefunds } from '../flows/settle-refund.ts'
import { startTransport } from '../flows/start-transport.ts'
import { confirmPackages, confirmPickup, moveToShelf, retag } from '../flows/tags.ts'
import type { Database } from '../runtime/db/database.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import type { Employee } from '../runtime/services.ts'

type OrderCall<Body extends v.GenericSchema> = Omit<typeof operatorClose, 'path' | 'body'> & {
  path: `/${string}`
  body: Body
}

type OrderActionInput<Body extends v.GenericSchema> = {
  work: Work
  order: OrderRow
  body: CallInput<OrderCall<Body>>['body']
  actor: string
  role: EmployeeRole
  employee: Employee
}

/** Routes of the operation actions in section 3 of the specification. */
export const operatorPlugin: DomainPlugin = (app, services) => {
  /** A search by a person's data is logged like reading it. */
  const findOrders = async (
    tx: Database,
    { reference, ...filter }: Parameters<typeof findByReference>[1],
    employee: Employee,
  ): Promise<OrderRow[]> => {
    const found = await findByReference(tx, { reference, ...filter })
    if (employee.role === 'courier') return found
    const byPerson = (await findByPerson(tx, { text: reference, role: employee.role, ...filter })).filter(
      ({ orderId }) => !found.some((order) => order.orderId === orderId),
    )
    for (const { orderId } of byPerson) {
      const actor = `employee:${employee.employeeId}`
      const logContext = { orderId, actor, time: services.now() }
      await logOperations({ tx }, services.random, logContext, [
        { action: operationActions.sensitiveCustomerInfo },
      ])
    }
    return [...found, ...byPerson].slice(0, maxFoundOrders)
  }

  /** Lists are read after every notification, so names are logged once a day per order and employee. */
  const logNames = async (tx: Database, list: readonly OrderRow[], employee: Employee) => {
    const orderIds = list.filter((order) => seesNames(employee, order)).map(({ orderId }) => orderId)
    if (orderIds.length === 0) return
    const [actor, time] = [`employee:${employee.employeeId}`, services.now()]
    const logged = await tx
      .select({ orderId: orderOperations.orderId })
      .from(orderOperations)
      .where(
        and(
          inArray(orderOperations.orderId, orderIds),
          eq(orderOperations.actor, actor),
          eq(orderOperations.action, operationActions.sensitiveCustomerInfo),
          gt(orderOperations.time, new Date(time.getTime() - 86_400_000)),
        ),
      )
    const fresh = orderIds.filter((id) => !logged.some(({ orderId }) => orderId === id))
    for (const orderId of fresh) {
      await logOperations({ tx }, services.random, { orderId, actor, time }, [
        { action: operationActions.sensitiveCustomerInfo },
      ])
    }
  }

  route(app, services, operatorListOrders, async ({ tx, query, employee, locale }) => {
    const { reference, view, cursor } = query
    const scopes = scopesOf(employee)
    const condition = view === undefined ? undefined : viewOf(employee, view)
    const { list, nextCursor } =
      reference === undefined
        ? await listOrdersOf(tx, { condition, cursor, scopes })
        : { list: await findOrders(tx, { condition, reference, scopes }, employee), nextCursor: null }
    if (employee.role === 'site') await logNames(tx, list, employee)
    return { list: await readForOperator(tx, services, list, { employee, locale }), nextCursor }
  })

  route(app, services, operatorCountOrders, ({ tx, query, employee }) =>
    countOrdersOf(tx, query.audience, employee),
  )

  route(app, services, operatorGetQueue, ({ tx, locale }) => findQueue(tx, { now: services.now(), locale }))

  route(app, services, operatorGetBoard, ({ tx, query: { day, region }, employee, locale }) =>
    findBoard(tx, { day, region, employee, locale, now: services.now() }),
  )

  const findOrder = async (tx: Database, orderId: string, employee: Employee): Promise<OrderRow> => {
    const order = await readOrder(tx, orderId)
    if (!order || !canSee(employee, order)) throw orderNotFound()
    return order
  }

  route(app, services, operatorGetOrder, async ({ tx, params, employee, locale }) => {
    const order = await findOrder(tx, params.orderId, employee)
    const logContext = {
      orderId: order.orderId,
      actor: `employee:${employee.employeeId}`,
      time: services.now(),
    }
    await logOperations({ tx }, services.random, logContext, [
      { action: operationActions.sensitiveCustomerInfo },
      ...(Object.values(pickupFieldsOf(order)).some(Boolean) && canReadRoomPassword(employee, order)
        ? [{ action: operationActions.sensitiveExpressExtension }]
        : []),
    ])
    const [read] = await readForOperator(tx, services, [order], { employee, locale, withCustomer: true })
    return { ...read!, ...(await readCustomerDetails(tx, order, { employee, now: services.now() })) }
  })

  route(app, services, operatorListCouriers, async ({ tx, params, employee }) => {
    const order = await findOrder(tx, params.orderId, employee)
    if (!mayAct(employee, operatorTransferApply.path, order)) throw accessDenied()
    return listCouriersFor(tx, order, employee)
  })

  route(app, services, operatorListOperations, async ({ tx, params, employee }) =>
    findOperations(tx, (await findOrder(tx, params.orderId, employee)).orderId),
  )

  const orderRoute = <Body extends v.GenericSchema>(
    shape: OrderCall<Body>,
    handle: (input: OrderActionInput<Body>) => Promise<OrderRow | ApiError>,
  ) =>
    route(app, services, shape, async ({ tx, afterCommit, params, body, employee, locale, request }) => {
      const work = { tx, afterCommit }
      const order = await lockOrder(work, params.orderId)
      if (!order || !canSee(employee, order)) throw orderNotFound()
      if (!mayAct(employee, shape.path, order)) throw accessDenied()
      const actor = `employee:${employee.employeeId}`
      const happenedTime = await recordHappenedTime(tx, request, employee.employeeId, services.now())
      // Calls with a token, as scripts make them, need no shift.
      if (employee.role === 'courier' && employee.isSession) await requireShift(tx, employee.employeeId)
      const previousPosition = happenedTime && (await lastOperationPosition(tx, order.orderId))
      const result = await handle({ work, order, body, actor, role: employee.role, employee })
      if (happenedTime && previousPosition !== null) {
        // Only on the log entries of this call.
        await addHappenedTime(tx, { orderId: order.orderId, previousPosition, actor, happenedTime })
      }
      // Returned instead of thrown, so that the transaction commits.
      if (result instanceof ApiError) return result
      return (await readForOperator(tx, services, [result], { employee, locale }))[0]!
    })

  const move =
    (event: Move['event'], extras: Pick<Move, 'changes' | 'reason' | 'details'> = {}) =>
    ({ work, order, actor }: Pick<OrderActionInput<v.GenericSchema>, 'work' | 'order' | 'actor'>) =>
      moveOrder(work, services, order, { event, actor, ...extras })

  /** An act that can return money, which needs a second operator above the limit. */
  const refundAct =
    (act: Exclude<RefundAct, 'operatorOfferClaim'>) =>
    async ({
      work,
      order,
      body,
      employee,
    }: Pick<
      OrderActionInput<v.GenericSchema<unknown, Record<string, unknown>>>,
      'work' | 'order' | 'body' | 'employee'
    >) => {
      await runWithinRefundLimit(work, services, { order, claimId: null, act, body }, employee)
      // Rereads the row that the act changed.
      return (await lockOrder(work, order.orderId))!
    }

  orderRoute(operatorReview, refundAct('operatorReview'))
  orderRoute(operatorAssign, async ({ body, ...input }) =>
    move('courier.assign', {
      changes: assignmentColumns(await findCourier(input.work, body.employeeId, input.order)),
    })(input),
  )
  orderRoute(operatorDecide, ({ body, ...input }) =>
    body.result === 'allow'
      ? move('decision.allow')(input)
      : move('decision.reject', { reason: body.reason })(input),
  )
  orderRoute(operatorTransferApply, async ({ body, ...input }) => {
    if (body.employeeId === input.order.courierId) {
      throw new ApiError(errorCodes.assignOperationRejected, 'the order is already with this courier', {
        status: 409,
      })
    }
    const courier = await findCourier(input.work, body.employeeId, input.order)
    return move('transfer.apply', { changes: transferColumns(courier) })(input)
  })
  orderRoute(operatorTransferAccept, (input) =>
    move('transfer.accept', { changes: acceptedTransferColumns(input.order) })(input),
  )
  orderRoute(operatorTransferReject, ({ body, ...input }) =>
    move('transfer.reject', { reason: body.reason })(input),
  )
  orderRoute(operatorTransferCancel, move('transfer.cancel'))
  orderRoute(operatorArriveAtPickup, async (input) =>
    endReport(input.work, services, await move('courier.arriveAtPickup')(input), [missedPickup]),
  )
  orderRoute(operatorChange, ({ employee, ...input }) =>
    employee.role === 'operator'
      ? refundAct('operatorChange')({ ...input, employee })
      : changePieces(input.work, services, input.order, input.body, input),
  )
  orderRoute(operatorPickUp, async ({ work, order, body, ...by }) =>
    endReport(work, services, await pickUp(work, services, order, body.bags, by), [missedPickup]),
  )
  orderRoute(operatorRetag, ({ work, order, body, ...by }) => retag(work, services, order, body, by))
  orderRoute(operatorStartTransport, ({ work, order, body, actor }) =>
    startTransport(work, services, order, body, actor),
  )
  orderRoute(operatorChangeDestination, ({ work, order, body, actor }) =>
    changeDestination(work, services, order, body, actor),
  )
  orderRoute(operatorArriveAtDelivery, async ({ work, order, body, ...by }) => {
    const arrived = await move('transport.complete')({ work, order, ...by })
    const moved = await endReport(work, services, arrived, [lateDelivery])
    if (!body.bags) return moved
    const inspection = { stage: 'delivery' as const, isWhole: true, ...by }
    await checkBags(work, services, order, await findBags(work, order), body.bags, inspection)
    // Rereads the row that `checkBags` changed.
    return (await lockOrder(work, order.orderId))!
  })
  orderRoute(operatorWarehouseApply, move('warehouse.apply'))
  orderRoute(operatorConfirmPackages, ({ work, order, body, ...by }) =>
    confirmPackages(work, services, order, body, by),
  )
  orderRoute(operatorMoveToShelf, ({ work, order, body, actor }) =>
    moveToShelf(work, services, order, body, actor),
  )
  orderRoute(operatorConfirmPickup, ({ work, order, body, actor }) =>
    confirmPickup(work, services, order, body.tagCodes, actor),
  )
  orderRoute(operatorWarehouseConfirm, move('warehouse.confirm'))
  orderRoute(operatorHand, ({ work, order, body, ...by }) =>
    handOver(work, services, order, { event: 'order.hand', proof: body, ...by }),
  )
  orderRoute(operatorHotelHand, ({ work, order, body, ...by }) =>
    handOver(work, services, order, { event: 'order.hotelHand', proof: body, ...by }),
  )
  orderRoute(operatorReport, async ({ body, ...input }) => {
    const { work, order } = input
    const photos = await markOwnFilesUsed(work.tx, services, order.uin, body.photos)
    return move('exception.report', {
      reason: body.reason,
      changes: reportColumns(order, body, services.now(), photos),
    })(input)
  })
  orderRoute(operatorResolve, refundAct('operatorResolve'))
  orderRoute(operatorUpdateReport, ({ body: { reason }, ...input }) =>
    move('exception.update', { reason, changes: { exceptionReason: reason } })(input),
  )
  orderRoute(operatorDeleteReport, move('exception.delete'))
  orderRoute(operatorCancel, refundAct('operatorCancel'))
  route(app, services, operatorPreviewChange, async ({ tx, params, body, employee, locale }) =>
    previewChange(tx, services, await findOrder(tx, params.orderId, employee), body, locale),
  )
  orderRoute(operatorChangeOrder, refundAct('operatorChangeOrder'))
  orderRoute(operatorWithdrawChange, async ({ work, order, actor }) => {
    const moved = await withdrawChange(work, services, order)
    await logOperations(work, services.random, { orderId: order.orderId, actor, time: services.now() }, [
      { action: operationActions.packageChange, details: { stage: 'withdrawn' } },
    ])
    return moved
  })
  orderRoute(operatorReturn, ({ work, order, body, actor }) => {
    if (body.step === 'begin') return beginReturn(work, services, order, { reason: body.reason, actor })
    if (body.step === 'start') return startReturn(work, services, order, actor)
    return moveOrder(work, services, order, { event: 'return.complete', actor })
  })
  orderRoute(operatorChooseReturn, refundAct('operatorChooseReturn'))
  orderRoute(operatorClose, move('order.close'))
  orderRoute(operatorRefundDone, ({ work, order, actor }) => settleAllRefunds(work, services, order, actor))
}
