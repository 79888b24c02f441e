import { beforeEach, expect, test } from 'vitest'
import { QueryCache } from '../../../simulator/query-cache.ts'

const orders = 'select order_id from orders o join payments p using (order_id) where o.uin = $1'

let asked: [string, unknown[]][]
let looks: QueryCache

beforeEach(() => {
  asked = []
  looks = new QueryCache({
    query: async <Row>(query: string, values: unknown[] = []) => {
      asked.push([query, values])
      return [{ count: asked.length }] as Row[]
    },
  })
})

test('runs a query once while its tables are unchanged', async () => {
  expect(await looks.query(orders, ['a'])).toEqual([{ count: 1 }])
  looks.invalidate('claims')
  expect(await looks.query(orders, ['a'])).toEqual([{ count: 1 }])
  expect(asked).toEqual([[orders, ['a']]])
})

test.each(['orders', 'payments'])('repeats a query after a write to %s', async (table) => {
  await looks.query(orders)
  looks.invalidate(table)
  expect(await looks.query(orders)).toEqual([{ count: 2 }])
})

test('repeats a query after a change of a column that it names, but not of another', async () => {
  await looks.query(orders)
  looks.invalidate('orders', ['closing', 'update_time'])
  expect(await looks.query(orders)).toEqual([{ count: 1 }])
  looks.invalidate('orders', ['closing', 'uin'])
  expect(await looks.query(orders)).toEqual([{ count: 2 }])
})

test('repeats a query that reads every column after any change', async () => {
  await looks.query('select * from orders')
  looks.invalidate('orders', ['closing'])
  expect(await looks.query('select * from orders')).toEqual([{ count: 2 }])
})

test('detects a write before and after the first query', async () => {
  looks.invalidate('orders', ['uin'])
  await looks.query(orders)
  looks.invalidate('orders', ['uin'])
  expect(await looks.query(orders)).toEqual([{ count: 2 }])
})

test('repeats a query for other values, and all queries after a reset', async () => {
  await looks.query(orders, ['a'])
  expect(await looks.query(orders, ['b'])).toEqual([{ count: 2 }])
  looks.clear()
  expect(await looks.query(orders, ['b'])).toEqual([{ count: 3 }])
})
