import type { App } from '@handsfree/core'
import type { Board } from '@handsfree/core/contract'
import {
  assignmentText,
  type BoardActor,
  createBoard,
  selectBoardContext,
  toBoardView,
} from '@handsfree/core/crew'
import { createFormatter } from '@handsfree/core/i18n'
import { afterEach, beforeEach, expect, test } from 'vitest'
import messages from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import { boardCourier, boardOrder, operatorOrder } from '../../models/samples.ts'
import { FakeBrowser, type FakePlatform, type FakeServer, Refusal, soon } from '../fake-platform.ts'
import { crewServer, openCrewTab, storeCrew } from './crew-tab.ts'

const intl = createFormatter('en-US', messages)
const chen = boardCourier({ employeeId: 'courier-1', name: 'Chen' })
const lin = boardCourier({ employeeId: 'courier-2', name: 'Lin', isOnShift: false })
const orders = ['order-1', 'order-2'].map((orderId) => boardOrder({ orderId, orderNumber: orderId }))
const toAssign = (orderId: string) => `POST /operator/orders/${orderId}/assign`

let server: FakeServer
let app: App
let platform: FakePlatform
let board: BoardActor
/** The board that the server has. */
let current: Board

beforeEach(async () => {
  current = { regions: [], couriers: [chen, lin], assigned: [], unassigned: orders, isCut: false }
  server = crewServer()
  server.routes['GET /operator/board'] = () => current
  const browser = new FakeBrowser()
  storeCrew(browser)
  const tab = openCrewTab(server, browser)
  app = tab.app
  platform = tab.platform
  board = createBoard(app, { day: '2026-11-24', region: 'hangzhou' })
  board.start()
  await soon(() => expect(context().board).not.toBeNull())
})
afterEach(() => {
  board.stop()
  app.stop()
})

const context = () => selectBoardContext(board.getSnapshot())
const answers = () => context().answers.map((answer) => assignmentText(intl, answer))
const select = (...orderIds: string[]) => {
  for (const orderId of orderIds) board.send({ type: 'order.toggle', orderId })
}
const assign = async () => {
  board.send({ type: 'orders.assign' })
  await soon(() => expect(board.getSnapshot().value).toBe('idle'))
}
const keysOf = (orderId: string) =>
  server.of(toAssign(orderId)).map(({ headers }) => headers.get('idempotency-key'))

test('reads the day and region of its address', () => {
  expect(server.of('GET /operator/board').map(({ path }) => path)).toEqual([
    '/operator/board?day=2026-11-24&region=hangzhou',
  ])
})

test('assigns the selected orders one by one, and keeps a refused one selected with its reason', async () => {
  server.routes[toAssign('order-1')] = () => new Refusal(5002, { field: 'regionId' })
  server.routes[toAssign('order-2')] = () => operatorOrder()
  select('order-2', 'order-1')
  await assign()
  expect(answers()).toEqual([
    'order-1: not assigned to Chen. That courier works in another region. Choose someone else.',
    'order-2: Chen has been asked.',
  ])
  expect(context()).toMatchObject({ selected: ['order-1'], courierId: 'courier-1' })
  expect(server.of(toAssign('order-2'))[0]?.body).toEqual({ employeeId: 'courier-1' })
  expect(keysOf('order-1')[0]).not.toBe(keysOf('order-2')[0])
})

test('asks another courier for an order in hand by a transfer', async () => {
  const carried = boardOrder({ courierId: 'courier-1', act: 'transfer.apply' })
  current = { ...current, unassigned: [], assigned: [carried] }
  platform.comeBack()
  await soon(() => expect(context().board?.assigned).toHaveLength(1))
  server.routes['POST /operator/orders/order-1/transfer-apply'] = () => operatorOrder()
  select('order-1')
  board.send({ type: 'courier.choose', employeeId: 'courier-1' })
  expect(context().courierId).toBe('')
  board.send({ type: 'courier.choose', employeeId: 'courier-2' })
  await assign()
  expect(answers()).toEqual(['HF 2611 0482: Lin has been asked.'])
})

test('stops at a lost answer, and repeats that assignment under its key', async () => {
  server.routes[toAssign('order-2')] = () => operatorOrder()
  select('order-1', 'order-2')
  await assign()
  expect(context()).toMatchObject({ selected: ['order-1', 'order-2'], pending: [] })
  expect(answers()).toEqual([expect.stringContaining('Not sent.')])
  expect(server.of(toAssign('order-2'))).toEqual([])
  server.routes[toAssign('order-1')] = () => operatorOrder()
  await assign()
  expect(answers()).toEqual(['order-1: Chen has been asked.', 'order-2: Chen has been asked.'])
  expect(new Set(keysOf('order-1')).size).toBe(1)
})

test('keeps orders and couriers in their places, and unselects an order that someone else assigned', async () => {
  select('order-1')
  const [first, second] = orders
  const third = boardOrder({ orderId: 'order-3' })
  const wu = boardCourier({ employeeId: 'courier-0', name: 'Wu' })
  current = {
    ...current,
    couriers: [wu, { ...lin, isOnShift: true }, chen],
    unassigned: [third, second!],
    assigned: [{ ...first!, courierId: 'courier-2' }],
  }
  platform.comeBack()
  await soon(() => expect(context().board?.couriers).toHaveLength(3))
  expect(context().board?.couriers.map(({ name }) => name)).toEqual(['Chen', 'Lin', 'Wu'])
  expect(context().selected).toEqual([])
  const view = toBoardView(context())
  expect(view.rows.map(({ order, isDone }) => [order.orderId, isDone])).toEqual([
    ['order-1', true],
    ['order-2', false],
  ])
  expect(view).toMatchObject({ arrivals: 1, done: 1 })
  board.send({ type: 'board.update' })
  expect(context().rows.map(({ orderId }) => orderId)).toEqual(['order-3', 'order-2'])
})
