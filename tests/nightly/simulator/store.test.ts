import { expect, test } from 'vitest'
import { withGate } from '../../../simulator/store.ts'

/** Writes that the gate reports for a statement with this number of changed rows. */
async function heard(text: string, affectedRows = 1): Promise<[table: string, columns: unknown][]> {
  const writes: [string, unknown][] = []
  const client = { query: async (_text: string) => ({ affectedRows }) }
  const gate = {
    pass: () => {},
    reach: async () => {},
    onWrite: (table: string, columns: readonly string[] | null) => void writes.push([table, columns]),
  }
  await withGate(client, gate).query(text)
  return writes
}

const update = `update "orders" set "closing" = $1, "tries" = "orders"."tries" + 1 where "orders"."order_id" = $2`

test('reports the columns that an update sets, unless it changed no rows', async () => {
  expect(await heard(update)).toEqual([['orders', ['closing', 'tries']]])
  expect(await heard(update, 0)).toEqual([])
})

test('reports the columns of a lease whose rows another statement locks', async () => {
  const claim = `update "refunds" set "try_time" = $1 where ("refunds"."refund_id") in
    (select "refund_id" from "refunds" where "refunds"."try_time" <= $2 limit $3 for update skip locked)`
  expect(await heard(claim)).toEqual([['refunds', ['try_time']]])
})

test.each([
  [
    'an insert',
    'insert into "orders" ("order_id") values ($1) on conflict do update set "uin" = $2',
    'orders',
  ],
  ['a statement in another format', `update orders set closing = 'cancelled'`, 'orders'],
  ['a deletion', 'delete from "orders" where "orders"."order_id" = $1', 'orders'],
  [
    'several in one',
    'with one as (update "orders" set "uin" = $1) update "orders" set "closing" = $2',
    'orders',
  ],
])('reports that any column may have changed after %s', async (_what, text, table) => {
  expect(await heard(text)).toContainEqual([table, null])
})
