import { operatorCountOrders, operatorReview, operatorViews } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newTraveller, operate, operatorToken } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

/** Open orders by lifecycle: from the tallies, and counted from the orders. */
async function counted(): Promise<[unknown, unknown]> {
  const lifecycle = sql.raw('review, payment, assignment, transfer, pickup, transport, warehouse, exception')
  const read = async (statement: ReturnType<typeof sql>) =>
    ((await server.services.db.execute(statement)) as { rows: unknown[] }).rows
  return [
    await read(sql`select ${lifecycle}, sum(orders)::integer as orders from open_order_tallies
      group by ${lifecycle} having sum(orders) <> 0 order by ${lifecycle}`),
    await read(sql`select ${lifecycle}, count(*)::integer as orders from orders where closing = 'open'
      group by ${lifecycle} order by ${lifecycle}`),
  ]
}

test('keeps the tallies of open orders correct after concurrent moves, a rollback and a deletion', async () => {
  const ada = await newTraveller(server)
  const orders = await Promise.all([ada.paidOrder(), ada.paidOrder(), ada.order(), ada.order()])
  const [first, second, third, fourth] = orders
  await Promise.all([
    operate(server, operatorReview, first.orderId, { result: 'pass' }),
    operate(server, operatorReview, second.orderId, { result: 'reject', reason: 'too large' }),
    ada.cancel(third.orderId),
  ])
  const undone = server.services.db.transaction(async (tx) => {
    await tx.execute(sql`update orders set review = 'fail' where order_id = ${fourth.orderId}`)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const [tallies, open] = await counted()
  expect(tallies).toEqual(open)
  expect(open).not.toEqual([])

  const countAll = async () => {
    const query = { audience: 'operator' }
    const { result } = await server.call(operatorCountOrders, { query, token: operatorToken })
    return result.find(({ view }) => view === operatorViews.all)?.orders
  }
  const before = await countAll()
  await server.services.db.transaction(async (tx) => {
    for (const table of ['payments', 'order_trace', 'order_operations'])
      await tx.execute(sql`delete from ${sql.identifier(table)} where order_id = ${fourth.orderId}`)
    await tx.execute(sql`delete from orders where order_id = ${fourth.orderId}`)
  })
  const [left, stillOpen] = await counted()
  expect(left).toEqual(stillOpen)
  expect(await countAll()).toBe((before ?? 0) - 1)
})
