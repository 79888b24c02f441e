import { createActor } from 'xstate'
import { asking } from '../api/asking.ts'
import { listOrders, type Order } from '../api/contract/order.ts'
import type { CustomerView } from '../api/contract/views.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { App } from '../app.ts'
import { provideReading } from '../reading/create-reading.ts'
import { onHint } from '../realtime/hints.ts'
import { ok, type Result } from '../result.ts'
import {
  type OrderListActor,
  type OrderPage,
  orderListMachine,
  type PageRequest,
} from './order-list.machine.ts'

/** Reads pages until they hold as many orders as are asked for, or there are no more. */
async function loadPages(
  app: App,
  { view, cursor, atLeast }: PageRequest,
  signal: AbortSignal,
): Promise<Result<OrderPage, ApiFailure>> {
  const list: Order[] = []
  for (let next = cursor; ; ) {
    const query = { status: String(view), ...(next ? { cursor: next } : {}) }
    const page = await app.api.call(listOrders, { query }, { signal })
    if (!page.ok) return page
    list.push(...page.value.list)
    next = page.value.nextCursor
    if (next === null || list.length >= atLeast) return ok({ list, nextCursor: next })
  }
}

/** The traveller's orders of one view. Not started yet. */
export const createOrderList = (app: App, view: CustomerView): OrderListActor =>
  createActor(
    orderListMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onHint(app, null, listener),
          (signal, read) => {
            const atLeast = (read as OrderPage | null)?.list.length ?? 0
            return loadPages(app, { view, cursor: null, atLeast }, signal)
          },
        ),
        loadPage: asking(({ input, signal }: { input: PageRequest; signal: AbortSignal }) =>
          loadPages(app, input, signal),
        ),
      },
    }),
    { input: { view }, inspect: app.options.inspect },
  )
