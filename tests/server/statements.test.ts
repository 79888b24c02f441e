import { listOrders, operatorGetOrder } from '@handsfree/core/api'
import { describe, expect, test } from 'vitest'
import { newKey } from './harness.ts'
import { onStatement, type Statement } from './statements.ts'
import { testDatabases } from './test-databases.ts'
import { draftOf, newTraveller, operatorToken } from './trip.ts'
import { useServer } from './use-server.ts'

const server = useServer()

/** The statements that a call sends, by their first words. */
async function sentBy(call: () => Promise<unknown>): Promise<string[]> {
  const sent: Statement[] = []
  const stop = onStatement((statement) => sent.push(statement))
  await call().finally(stop)
  return sent.map(({ text }) => text.trim().split(/\s+/).slice(0, 3).join(' '))
}

/** Each is a round trip. PGlite has none. */
describe.runIf(testDatabases.postgresUrl)('statements of a call', () => {
  test('creates an order in eight, begin and commit among them', async () => {
    const { photo, tryQuote, tryCreate, order } = await newTraveller(server)
    // Reads the places, which are known from then on.
    await order()
    const draft = draftOf([photo])
    const { quoteId } = (await tryQuote(draft)).result
    let code = -1
    const sent = await sentBy(async () => {
      code = (await tryCreate(draft, quoteId)).code
    })
    expect(code).toBe(0)
    expect(sent).toHaveLength(8)
    expect([sent.at(1), sent.at(-1)]).toEqual(['begin', 'commit'])
  })

  test('repeats an order’s answer in seven, two of which begin the order', async () => {
    const { photo, tryQuote, tryCreate } = await newTraveller(server)
    const draft = draftOf([photo])
    const { quoteId } = (await tryQuote(draft)).result
    const key = newKey()
    await tryCreate(draft, quoteId, key)
    expect(await sentBy(() => tryCreate(draft, quoteId, key))).toHaveLength(7)
  })

  test('stores the answer of a key without reading the table, planned while that was empty', async () => {
    const { order } = await newTraveller(server)
    const sent: Statement[] = []
    const stop = onStatement((statement) => sent.push(statement))
    await order().finally(stop)
    const { text } = sent.find(({ name }) => name === 'store the answer of a key')!
    const { db } = server.services
    await db.execute('truncate idempotency_keys')
    await db.execute('vacuum idempotency_keys')
    const { rows } = (await db.execute(`explain (generic_plan, costs off) ${text}`)) as unknown as {
      rows: Record<string, string>[]
    }
    expect(rows.flatMap((row) => Object.values(row)).map((line) => line.trim())).toEqual([
      'Insert on idempotency_keys',
      'Conflict Resolution: UPDATE',
      'Conflict Arbiter Indexes: idempotency_keys_caller_key_pk',
      '->  Result',
    ])
  })

  test('reads a page of orders in two, and one order with its trace in two, the token among them', async () => {
    const { order, token, read } = await newTraveller(server)
    const { orderId } = await order()
    for (const _ of Array(4)) await order()
    const page = await sentBy(() => server.call(listOrders, { token }))
    expect(page).toHaveLength(2)
    expect(await sentBy(() => read(orderId))).toHaveLength(2)
  })

  test('reads an order for an employee in three, one of which logs who read it', async () => {
    const { order } = await newTraveller(server)
    const { orderId } = await order()
    const params = { orderId }
    expect(await sentBy(() => server.call(operatorGetOrder, { params, token: operatorToken }))).toHaveLength(
      3,
    )
  })
})
