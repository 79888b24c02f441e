import {
  type CallShape,
  type CustomerNotificationType,
  customerNotificationTypes,
  listNotifications,
  type Order,
  type OrderDraft,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorCancel,
  operatorChange,
  operatorChangeDestination,
  operatorClose,
  operatorDecide,
  operatorHand,
  operatorPickUp,
  operatorRefundDone,
  operatorReport,
  operatorResolve,
  operatorRetag,
  operatorReview,
  operatorStartTransport,
  operatorTransferAccept,
  operatorTransferApply,
  operatorTransferReject,
} from '@handsfree/core/contract'
import { type LifecycleEvent, lifecycleMachine } from '@handsfree/core/orders'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { effectsOf } from '../../../server/domain/orders/effects.ts'
import { orderBags, orders } from '../../../server/domain/orders/orders.table.ts'
import { runMissedPickups } from '../../../server/flows/missed-pickups.ts'
import { runUnpaidOrders } from '../../../server/flows/unpaid-orders.ts'
import { runWaitingBags } from '../../../server/flows/waiting-bags.ts'
import { type ExpectedNotification, expectedNotifications, type StoryMoney } from '../order-story.ts'
import {
  courierChoice,
  newBags,
  newTraveller,
  operate,
  otherCourier,
  runDue,
  storeAtDelivery,
  type TestTraveller,
  useCard,
} from '../trip.ts'
import { useServer } from '../use-server.ts'

const minute = 60_000
const hour = 60 * minute
const types = customerNotificationTypes

const server = useServer()

const now = () => server.services.now().toISOString()

/** One order with a minute between steps, and the notifications that have no trace event. */
class Life {
  readonly beside: (ExpectedNotification & { time: string })[] = []
  money: StoryMoney = {}
  readonly traveller: TestTraveller
  readonly order: Order
  constructor(traveller: TestTraveller, order: Order) {
    this.traveller = traveller
    this.order = order
  }

  static async begin(changes: Partial<OrderDraft> = {}): Promise<Life> {
    server.clock.set('2026-11-21T02:00:00.000Z')
    const traveller = await newTraveller(server)
    return new Life(traveller, await traveller.order(changes))
  }

  static async paid(changes: Partial<OrderDraft> = {}): Promise<Life> {
    const life = await Life.begin(changes)
    await life.traveller.pay(life.order.orderId)
    return life
  }

  async do(shape: CallShape, body: unknown = {}): Promise<void> {
    server.clock.advance(minute)
    const { code, message } = await operate(server, shape, this.order.orderId, body)
    if (code !== 0) throw new Error(`${shape.path} refused: ${message}`)
  }

  async cancel(): Promise<void> {
    server.clock.advance(minute)
    const { code } = await this.traveller.cancel(this.order.orderId)
    expect(code).toBe(0)
  }

  async assign(): Promise<void> {
    await this.do(operatorReview, { result: 'pass' })
    await this.do(operatorAssign, courierChoice)
    await this.do(operatorDecide, { result: 'allow' })
  }

  async carry(pieces: number): Promise<void> {
    await this.do(operatorArriveAtPickup)
    await this.do(operatorPickUp, { bags: newBags(pieces) })
    await this.do(operatorStartTransport)
    await this.do(operatorArriveAtDelivery)
  }

  async hand(): Promise<void> {
    const { claimCode } = await this.traveller.read(this.order.orderId)
    await this.do(operatorHand, { claimCode })
    await this.do(operatorClose)
  }

  async moneyBack(amount: number): Promise<void> {
    await runDue(server, minute)
    await runDue(server, minute)
    this.alsoTold(types.refunded, { amount, currency: 'CNY' })
  }

  alsoTold(type: CustomerNotificationType, facts: Record<string, unknown>): void {
    this.beside.push({ time: now(), type, facts })
  }
}

const lives: Record<string, () => Promise<Life>> = {
  'to the warehouse, waiting, and to the receiver': async () => {
    const life = await Life.paid()
    await life.assign()
    await life.carry(2)
    server.clock.advance(minute)
    await storeAtDelivery(server, life.order)
    server.clock.advance(24 * hour)
    await runWaitingBags(server.services)
    life.alsoTold(types.handedTimeout, { pieces: 2 })
    await life.hand()
    return life
  },
  'rejected and refunded': async () => {
    const life = await Life.paid()
    life.money = { refund: 9800 }
    await life.do(operatorReview, { result: 'reject', reason: 'Too large for our vans' })
    await life.moneyBack(9800)
    return life
  },
  'cancelled and refunded': async () => {
    const life = await Life.paid()
    life.money = { refund: 9800 }
    await life.assign()
    await life.cancel()
    await life.moneyBack(9800)
    return life
  },
  'cancelled by an operator': async () => {
    const life = await Life.paid()
    life.money = { refund: 9800 }
    await life.do(operatorCancel, { reason: 'The road is closed' })
    return life
  },
  'cancelled unpaid at its pickup time': async () => {
    const life = await Life.begin()
    server.clock.advance(5 * minute)
    await runUnpaidOrders(server.services)
    const due = { amount: 9800, currency: 'CNY', source: 'normal' }
    life.alsoTold(types.pendingPayment, { ...due, outcome: 'withdrawn' })
    server.clock.set(life.order.pickupTime)
    await runUnpaidOrders(server.services)
    return life
  },
  'missed at pickup, cancelled, and refunded': async () => {
    const life = await Life.paid()
    life.money = { refund: 9800 }
    await life.assign()
    server.clock.set(life.order.pickupTime)
    server.clock.advance(hour)
    await runMissedPickups(server.services)
    life.alsoTold(types.handedTimeout, { change: 'pickupMissed' })
    await life.cancel()
    await life.moneyBack(9800)
    return life
  },
  'cancelled, and refunded by an operator': async () => {
    const life = await Life.paid()
    life.money = { refund: 9800 }
    await life.cancel()
    await life.do(operatorRefundDone)
    life.alsoTold(types.refunded, { amount: 9800, currency: 'CNY' })
    return life
  },
  'reminded, declined, paid; one bag more, also paid': async () => {
    const life = await Life.begin({
      delivery: { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: '' },
    })
    const due = { amount: 9800, currency: 'CNY', source: 'normal', outcome: 'paid' }
    server.clock.advance(5 * minute)
    await runUnpaidOrders(server.services)
    life.alsoTold(types.pendingPayment, due)
    server.clock.advance(minute)
    const { redirectUrl } = await life.traveller.openSession(life.order.orderId)
    await useCard(server, redirectUrl, 'declined')
    life.alsoTold(types.pendingPayment, { ...due, failure: 'declined' })
    server.clock.advance(minute)
    await life.traveller.pay(life.order.orderId)
    await life.assign()
    life.money = { surcharge: 2450 }
    await life.do(operatorChange, { pieces: 3 })
    await life.traveller.pay(life.order.orderId, 'supplementary')
    await life.carry(3)
    await life.hand()
    return life
  },
  'counted with one bag less, and refunded in part': async () => {
    const life = await Life.paid({ pieces: 3 })
    const { amount } = life.order.total
    await life.assign()
    await life.do(operatorChange, { pieces: 2 })
    await life.moneyBack(amount - 9800)
    await life.carry(2)
    await life.hand()
    return life
  },
  'from courier to courier, with reports, a new seal and another destination': async () => {
    const life = await Life.paid()
    await life.assign()
    await life.do(operatorTransferApply, otherCourier)
    await life.do(operatorTransferReject, { reason: 'Too far' })
    await life.do(operatorTransferApply, otherCourier)
    await life.do(operatorTransferAccept)
    await life.do(operatorArriveAtPickup)
    await life.do(operatorPickUp, {
      bags: [
        { tagCode: 'STORY-1', sealNumber: '4471', photos: [] },
        { tagCode: 'STORY-2', sealNumber: '4472', photos: [] },
      ],
    })
    await life.do(operatorRetag, { tagCode: 'STORY-2', newTagCode: 'STORY-3', newSealNumber: '4473' })
    await life.do(operatorStartTransport)
    await life.do(operatorChangeDestination, { delivery: { kind: 'site', siteId: 'pudong-airport-t2' } })
    await life.do(operatorReport, { reason: 'A handle broke' })
    await life.do(operatorResolve, { result: 'markImportant' })
    await life.do(operatorResolve, { result: 'settle', resolution: 'We tied it with a strap' })
    await life.do(operatorReport, { reason: 'A scratch' })
    await life.do(operatorResolve, { result: 'ignore' })
    await life.do(operatorArriveAtDelivery)
    await life.hand()
    return life
  },
  'cancelled unpaid, with a late payment refunded': async () => {
    const life = await Life.begin()
    const { redirectUrl } = await life.traveller.openSession(life.order.orderId)
    await useCard(server, redirectUrl, 'late')
    await life.cancel()
    await runDue(server, minute)
    await life.moneyBack(9800)
    return life
  },
}

async function tellings({ traveller, order: { orderId, orderNumber } }: Life) {
  const query = { pageSize: '50' }
  const { list } = (await server.call(listNotifications, { query, token: traveller.token })).result
  return list.toReversed().map(({ type, timestamp, content }) => {
    const { orderId: about, orderNumber: number, ...facts } = JSON.parse(content)
    expect([about, number]).toEqual([orderId, orderNumber])
    return { time: timestamp, type, facts }
  })
}

const seen = new Set<CustomerNotificationType>()

test.for(Object.entries(lives))(
  'sends notifications that match the trace of an order that is %s',
  async ([, live]) => {
    const life = await live()
    const told = await tellings(life)
    const story = expectedNotifications(await life.traveller.trace(life.order.orderId), life.money)
    expect(told).toEqual(
      [...story, ...life.beside].toSorted((one, other) => one.time.localeCompare(other.time)),
    )
    for (const { type } of told) seen.add(type)
  },
)

test('sends every notification type in those stories, except claims', () => {
  const ofOrders = Object.values(types).filter((type) => type !== types.claimUpdated)
  expect([...seen].toSorted((one, other) => one - other)).toEqual(ofOrders)
})

test('traces and notifies of the same moves, with five exceptions', async () => {
  const { order } = await lives['to the warehouse, waiting, and to the receiver']!()
  const isThis = eq(orders.orderId, order.orderId)
  const [row] = await server.services.db.select().from(orders).where(isThis)
  const bags = await server.services.db
    .select()
    .from(orderBags)
    .where(eq(orderBags.orderId, order.orderId))
    .orderBy(asc(orderBags.tagCode))
  if (!row) throw new Error('the order vanished')
  const moved = {
    before: row,
    after: row,
    bags,
    piecesLeft: 2,
    now: server.services.now(),
    reason: 'Rain',
    details: {},
    actor: 'system',
    asksTraveller: false,
    claimRefunds: 0,
    isQuiet: false,
    isRequested: false,
  }
  const table = (lifecycleMachine.events as LifecycleEvent['type'][]).map((event) => {
    const { trace, notification } = effectsOf(event, moved)
    return { event, trace, notification }
  })
  const only = (has: 'trace' | 'notification', lacks: 'trace' | 'notification') =>
    table.filter((one) => one[has] && !one[lacks]).map(({ event }) => event)
  // The traveller, or an operator for them, chooses the return.
  expect(only('trace', 'notification')).toEqual(['review.begin', 'return.choose'])
  // The 13 trace events cover neither money nor missed deadlines.
  expect(only('notification', 'trace').toSorted()).toEqual([
    'delivery.late',
    'pickup.missed',
    'refund.complete',
  ])
})
