import {
  changeOrder as changeOrderCall,
  type Locale,
  operatorAnswerDestination,
  operatorListDestinations,
  previewChange as previewChangeCall,
  requestDestinationChange,
  withdrawChange as withdrawChangeCall,
} from '@handsfree/core/contract'
import { listWaitingDestinations } from '../domain/changes/find-changes.ts'
import { readForOperator } from '../domain/crew/find-orders.ts'
import { findOwnDetails } from '../domain/order-details/find-own-orders.ts'
import { toOrder } from '../domain/order-details/to-order.ts'
import { findOwnOrder } from '../domain/orders/find-orders.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { orderNotFound } from '../domain/orders/refusals.ts'
import { changeOrder, previewChange, withdrawChange } from '../flows/change-order.ts'
import { allowDestination, rejectDestination, requestDestination } from '../flows/request-destination.ts'
import type { Transaction } from '../runtime/db/database.ts'
import type { Work } from '../runtime/db/work.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const changesPlugin: DomainPlugin = (app, services) => {
  const lockOwnOrder = async (work: Work, uin: string, orderId: string): Promise<OrderRow> => {
    const own = await findOwnOrder(work.tx, uin, orderId)
    return (await lockOrder(work, own.orderId))!
  }
  const read = async (tx: Transaction, { uin, orderId }: OrderRow, locale: Locale) =>
    toOrder((await findOwnDetails(tx, uin, orderId)).parts, services, locale)

  route(app, services, previewChangeCall, async ({ tx, traveller, params, body, locale }) =>
    previewChange(tx, services, await findOwnOrder(tx, traveller.uin, params.orderId), body, locale),
  )

  route(app, services, changeOrderCall, async ({ tx, afterCommit, traveller, params, body, locale }) => {
    const work = { tx, afterCommit }
    const order = await lockOwnOrder(work, traveller.uin, params.orderId)
    return read(tx, await changeOrder(work, services, order, body, { locale }), locale)
  })

  route(
    app,
    services,
    requestDestinationChange,
    async ({ tx, afterCommit, traveller, params, body, locale }) => {
      const work = { tx, afterCommit }
      const order = await lockOwnOrder(work, traveller.uin, params.orderId)
      return read(tx, await requestDestination(work, services, order, body), locale)
    },
  )

  route(app, services, withdrawChangeCall, async ({ tx, afterCommit, traveller, params, locale }) => {
    const work = { tx, afterCommit }
    const order = await lockOwnOrder(work, traveller.uin, params.orderId)
    return read(tx, await withdrawChange(work, services, order), locale)
  })

  route(app, services, operatorListDestinations, ({ tx, locale }) => listWaitingDestinations(tx, locale))

  route(
    app,
    services,
    operatorAnswerDestination,
    async ({ tx, afterCommit, params, body, employee, locale }) => {
      const work = { tx, afterCommit }
      const order = await lockOrder(work, params.orderId)
      if (!order) throw orderNotFound()
      const answered =
        body.result === 'allow'
          ? await allowDestination(work, services, order, `employee:${employee.employeeId}`)
          : await rejectDestination(work, services, order, body.reason)
      return (await readForOperator(tx, services, [answered], { employee, locale }))[0]!
    },
  )
}
