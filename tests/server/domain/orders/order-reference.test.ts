import { demoToken } from '@handsfree/core/api'
import { operatorListOrders, operatorViews } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { orders } from '../../../../server/domain/orders/orders.table.ts'
import { startServer, type TestServer } from '../../harness.ts'
import { linesOfTool } from '../../run-tool.ts'
import { newTraveller, operatorToken } from '../../trip.ts'

let server: TestServer
const ids = ['0a1b2c3d4e5f0a1b2c3d4e5f', '0a1b2c3d4e5f0a1b2c3d4e60', 'fa1b2c3d4e5f0a1b2c3d4e5f']
const numbers = ['HF 2611 0482', 'HF 2611 04829', 'HF 2612 0482']

beforeAll(async () => {
  server = await startServer({}, { listens: true })
  const ada = await newTraveller(server)
  const { orderId } = await ada.order()
  await ada.cancel(orderId)
  const { db } = server.services
  const [copied] = await db.select().from(orders).where(eq(orders.orderId, orderId))
  await db
    .insert(orders)
    .values(ids.map((id, at) => ({ ...copied!, orderId: id, orderNumber: numbers[at]!, claimCode: id })))
  return () => server.close()
})

const find = async (reference: string, token: string = operatorToken, view?: number) => {
  const query = { reference, ...(view === undefined ? {} : { view: String(view) }) }
  const { code, result } = await server.call(operatorListOrders, { query, token })
  return code === 0 ? result.list.map(({ orderNumber }) => orderNumber) : code
}

test.each([
  ['HF 2611 0482', numbers.slice(0, 2)],
  ['hf-2611-04829', [numbers[1]]],
  ['hf2612', [numbers[2]]],
  ['HF 26120', [numbers[2]]],
  ['2611 0482', numbers.slice(0, 2)],
  ['26120', [numbers[2]]],
  [ids[0]!, [numbers[0]]],
  ['0a1b2c3d4e5f', numbers.slice(0, 2)],
  ['FA1B', [numbers[2]]],
  ['0a1b2c3d4e5f0a1b2c3d4e5f0', []],
  ['HF 2611 0482 0482 04', []],
  ['HF%', []],
  ['_', []],
  ['\u0000', []],
  ['2611', []],
])('filters orders, closed ones included, by reference %j', async (reference, found) => {
  expect(await find(reference)).toEqual(found)
})

test('finds only orders that the employee and the view may show, and refuses an overlong reference', async () => {
  expect(await find(ids[0]!, demoToken('courier-0731'))).toEqual([])
  expect(await find(ids[0]!, operatorToken, operatorViews.cancelled)).toEqual([numbers[0]])
  expect(await find(ids[0]!, operatorToken, operatorViews.complete)).toEqual([])
  expect([await find('a'.repeat(41)), await find('')]).toEqual([1008, 1008])
})

test('reads one order for a command, and asks for more of an ambiguous reference', async () => {
  const sent = vi.spyOn(globalThis, 'fetch')
  const complained: string[] = []
  const show = async (reference: string) => {
    sent.mockClear()
    const { code, errors } = await linesOfTool(server, 'show', reference)
    complained.push(...errors)
    return [code, ...sent.mock.calls.map(([url]) => String(url).replace(/^.+\/api/, ''))]
  }
  expect(await show(numbers[0]!)).toEqual([
    0,
    '/operator/orders?reference=hf26110482',
    `/operator/orders/${ids[0]}`,
  ])
  expect(await show('0a1b')).toEqual([2, '/operator/orders?reference=0a1b'])
  expect(await show(' ')).toEqual([2])
  expect(complained).toEqual([
    `0a1b matches several orders: ${numbers[0]} (${ids[0]}), ${numbers[1]} (${ids[1]}). Type more characters.`,
    'Unknown order:  . Check the number; `list` shows the open orders.',
  ])
  sent.mockRestore()
})
