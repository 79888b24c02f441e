import { isDeepStrictEqual } from 'node:util'
import type { LifecycleColumns, OrderStatus } from '@handsfree/core/contract'
import { orderStatuses } from '@handsfree/core/contract'
import {
  customerView,
  initialLifecycle,
  type LifecycleEvent,
  type LifecycleFacts,
  legalEvents,
  lifecycleMachine,
  moveOrder,
  orderStatus,
} from '@handsfree/core/orders'
import { type DirectedGraphNode, toDirectedGraph } from '@xstate/graph'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyTransitionDefinition } from 'xstate'
import { nodesOf, transitionName } from '../../../statecharts/nodes.ts'
import { newWalkedPath, statesOf, type WalkedPath } from '../../../statecharts/paths/walked.ts'
import { isReported, isWanted, walkAll } from './harness.ts'
import {
  type LifecyclePath,
  laws,
  lifecycleEdges,
  lifecycleEvents,
  lifecycleMoves,
  lifecyclePaths,
  pathTitle,
  starts,
} from './lifecycle.model.ts'
import { faultOf } from './moves.ts'

const known = new Map<string, ReturnType<typeof lifecycleEdges>>()
/** Cached per start, because it takes 0.1 s. */
function edgesOf(start: (typeof starts)[number]) {
  const edges = known.get(start.title) ?? lifecycleEdges(start)
  known.set(start.title, edges)
  return edges
}

describe.each(starts)('lifecycle, $title', ({ title, facts, columns: start }) => {
  let paths: LifecyclePath[] = []
  beforeAll(() => {
    paths = lifecyclePaths({ title, facts, columns: start })
  })
  afterAll(() => {
    paths = []
  })

  /** States in which every other event was refused. Paths share states, so check each one once. */
  const refusedAt = new Set<string>()
  const moved = new Map<string, ReturnType<typeof moveOrder>>()
  /** The facts are constant, so a move depends on columns and event only: compute each once. */
  const moveOnce = (columns: LifecycleColumns, event: LifecycleEvent) => {
    const key = `${JSON.stringify(columns)} ${event.type}`
    const result = moved.get(key) ?? moveOrder(columns, facts, event)
    moved.set(key, result)
    return result
  }

  const walk = async (path: LifecyclePath, walked: WalkedPath) => {
    let columns: LifecycleColumns = start
    const move = (event: LifecycleEvent) => {
      const result = moveOnce(columns, event)
      if (!result.ok) expect.fail(`${event.type} is refused after ${JSON.stringify(columns)}`)
      columns = result.value
    }
    const take = (step: LifecyclePath['steps'][number]) => {
      const before = path.steps[walked.steps.length - 1]?.state
      const taken = before && isReported ? lifecycleMachine.getTransitionData(before, step.event) : []
      const states = statesOf(step.state)
      walked.steps.push({ title: step.event.type, transitions: taken.map(transitionName), states })
      if (before) move(step.event)
    }
    await path.test({
      events: Object.fromEntries(path.steps.map(({ event }) => [event.type, take])) as never,
      states: {
        '*': (expected) => {
          if (!isDeepStrictEqual(columns, expected.value)) expect(columns).toEqual(expected.value)
          const place = JSON.stringify(columns)
          if (refusedAt.has(place)) return
          refusedAt.add(place)
          const legal = legalEvents(columns, facts)
          const refused = lifecycleEvents.filter(({ type }) => !legal.includes(type))
          for (const event of refused) {
            expect(moveOrder(columns, facts, event)).toEqual({
              ok: false,
              error: { code: 'illegalEvent', event: event.type },
            })
          }
          expect(orderStatuses).toContain(orderStatus(columns))
          for (const [law, holds] of Object.entries(laws)) expect(holds(columns, facts), law).toBe(true)
        },
      },
    })
  }

  it('walks the shortest paths', async (context) => {
    const wanted = paths.filter((path) => isWanted(title, pathTitle(path)))
    await walkAll(context, wanted, (path) => {
      const walked = newWalkedPath({
        machine: lifecycleMachine.id,
        start: title,
        kind: 'shortest',
        title: pathTitle(path),
        length: path.steps.length,
      })
      return { walked, done: walk(path, walked) }
    })
  })

  it('walks every transition', () => {
    const walked = new Set(
      paths.flatMap((path) =>
        path.steps
          .slice(1)
          .map((step, index) => `${JSON.stringify(path.steps[index]?.state.value)} ${step.event.type}`),
      ),
    )
    const all = edgesOf({ title, facts, columns: start }).map(
      ({ state, event }) => `${JSON.stringify(state.value)} ${event.type}`,
    )
    expect(all.length).toBeGreaterThan(0)
    expect([...new Set(all)].filter((edge) => !walked.has(edge))).toEqual([])
  })
})

const name = ({ source, eventType, target, guard }: AnyTransitionDefinition) =>
  `${source.id} ${eventType} [${JSON.stringify(guard ?? '')}] ${target?.map(({ id }) => id).join() ?? ''}`

it('takes every declared transition with every guard', () => {
  const declared = new Set(
    nodesOf(lifecycleMachine.root).flatMap((node) => [...node.transitions.values()].flat().map(name)),
  )
  const taken = new Set(
    starts.flatMap((start) =>
      edgesOf(start).flatMap(({ state, event }) =>
        lifecycleMachine.getTransitionData(state, event).map(name),
      ),
    ),
  )
  expect(declared.size).toBeGreaterThan(30)
  expect([...declared].filter((transition) => !taken.has(transition))).toEqual([])
})

it('has a sample for every event that the machine declares', () => {
  const types = (node: DirectedGraphNode): string[] => [
    ...node.edges.map((edge) => edge.label.text),
    ...node.children.flatMap(types),
  ]
  const sampled = lifecycleEvents.map(({ type }) => type as string)
  expect(
    [...new Set(types(toDirectedGraph(lifecycleMachine)))].filter((type) => !sampled.includes(type)),
  ).toEqual([])
})

describe('pinned journeys with ends written by hand', () => {
  const pickupTime = Date.parse('2026-11-24T10:00:00+08:00')
  const early: LifecycleFacts = {
    now: Date.parse('2026-11-23T10:00:00+08:00'),
    pickupTime,
    total: 9800,
    amountPaid: 9800,
    pieces: 2,
    confirmedPieces: 2,
    isAtSite: true,
  }
  const lastMoment = { ...early, now: Date.parse('2026-11-24T06:00:00+08:00') }
  const tooLate = { ...early, now: Date.parse('2026-11-24T06:00:00.001+08:00') }
  const almostMissed = { ...early, now: Date.parse('2026-11-24T10:39:59.999+08:00') }
  const missed = { ...early, now: Date.parse('2026-11-24T10:40:00+08:00') }
  const unpaid = { ...early, amountPaid: 0 }
  const free = { ...early, total: 0, amountPaid: 0 }
  const dearer = { ...early, total: 14_700 }
  const goingBack: LifecycleFacts = { ...early, returnChoice: 'back' }
  const goingOn: LifecycleFacts = { ...early, returnChoice: 'address' }
  const kept: LifecycleFacts = { ...early, returnChoice: 'keep' }

  const recalled: LifecycleFacts = { ...early, isRecalled: true }
  const recalledBack: LifecycleFacts = { ...goingBack, isRecalled: true }

  type Step = LifecycleEvent['type'] | [LifecycleEvent['type'], LifecycleFacts]
  const walk = (steps: Step[], facts: LifecycleFacts = early) =>
    steps.reduce<LifecycleColumns>((columns, step) => {
      const [type, at] = typeof step === 'string' ? [step, facts] : step
      const moved = moveOrder(columns, at, { type })
      if (!moved.ok) throw new Error(`${type} is refused after ${JSON.stringify(columns)}`)
      return moved.value
    }, initialLifecycle)

  const paid: Step[] = ['payment.succeeded', 'review.begin']
  const asked: Step[] = [...paid, 'review.pass', 'courier.assign']
  const assigned: Step[] = [...asked, 'decision.allow']
  const moving: Step[] = [...assigned, 'order.pickUp', 'transport.start']
  const arrived: Step[] = [
    ...assigned,
    'courier.arriveAtPickup',
    'order.pickUp',
    'transport.start',
    'transport.complete',
  ]
  const stored: Step[] = [...arrived, 'warehouse.apply', 'package.confirm', 'warehouse.confirm']

  const columns = (changed: Partial<LifecycleColumns>): LifecycleColumns => ({
    review: 'none',
    payment: 'unpaid',
    assignment: 'none',
    transfer: 'none',
    pickup: 'none',
    transport: 'none',
    warehouse: 'none',
    exception: 'none',
    lock: 'unlocked',
    closing: 'open',
    return: 'none',
    ...changed,
  })
  const taken = { review: 'pass', payment: 'paid', assignment: 'accepted', pickup: 'waitPickup' } as const
  const onTheWay = { ...taken, pickup: 'pickuped' } as const

  const there = { ...onTheWay, transport: 'completed' } as const
  const onTheRoad = { ...onTheWay, transport: 'inProgress' } as const

  const journeys: [string, Step[], Partial<LifecycleColumns>, OrderStatus][] = [
    ['placed', [], {}, 'pending_payment'],
    ['declined', ['payment.failed'], { payment: 'failed' }, 'payment_failed'],
    ['declined, then paid', ['payment.failed', 'payment.succeeded'], { payment: 'paid' }, 'created'],
    ['free', [['payment.waive', free]], { payment: 'paid' }, 'created'],
    ['under review', paid, { payment: 'paid', review: 'waitConfirm' }, 'reviewing'],
    ['passed', [...paid, 'review.pass'], { payment: 'paid', review: 'pass' }, 'review_pass'],
    [
      'rejected',
      [...paid, 'review.reject'],
      { payment: 'refunding', review: 'fail', closing: 'closed' },
      'review_failed',
    ],
    [
      'rejected and refunded',
      [...paid, 'review.reject', 'refund.complete'],
      { payment: 'refunded', review: 'fail', closing: 'closed' },
      'refund_completed',
    ],
    [
      'free and rejected',
      [
        ['payment.waive', free],
        ['review.begin', free],
        ['review.reject', free],
      ],
      { payment: 'paid', review: 'fail', closing: 'closed' },
      'review_failed',
    ],
    [
      'offered to a courier',
      asked,
      { payment: 'paid', review: 'pass', assignment: 'waitDecision' },
      'review_pass',
    ],
    [
      'declined by the courier',
      [...asked, 'decision.reject'],
      { payment: 'paid', review: 'pass' },
      'review_pass',
    ],
    ['assigned', assigned, taken, 'pending_pickup'],
    [
      'another courier asked before the pickup',
      [...assigned, 'transfer.apply', 'courier.assign'],
      { payment: 'paid', review: 'pass', assignment: 'waitDecision' },
      'review_pass',
    ],
    [
      'another courier asked to take over on the way',
      [...moving, 'transfer.apply'],
      { ...onTheWay, transfer: 'waitDecision', transport: 'inProgress' },
      'in_transit',
    ],
    [
      'taken over by the second courier asked, with the first one declining',
      [...moving, 'transfer.apply', 'transfer.reject', 'transfer.apply', 'transfer.accept'],
      onTheRoad,
      'in_transit',
    ],
    [
      'arrived before another courier took over',
      [...moving, 'transfer.apply', 'transport.complete'],
      there,
      'arrived',
    ],
    [
      'sent elsewhere on the way, with an open report',
      [...moving, 'order.changeDestination', 'exception.report', 'exception.markImportant'],
      { ...onTheRoad, exception: 'reported' },
      'in_transit',
    ],
    [
      'locked on the way',
      [...moving, 'exception.report', 'exception.lock', 'exception.update'],
      { ...onTheRoad, exception: 'reported', lock: 'locked' },
      'in_transit',
    ],
    [
      'unlocked and moved on',
      [...moving, 'exception.report', 'exception.lock', 'exception.unlock', 'transport.complete'],
      { ...there, exception: 'reported' },
      'arrived',
    ],
    [
      'locked, settled and moved on',
      [...moving, 'exception.report', 'exception.lock', 'exception.resolve', 'transport.complete'],
      there,
      'arrived',
    ],
    [
      'with a surcharge paid while locked',
      [...assigned, ['order.change', dearer], 'exception.report', 'exception.lock', 'payment.succeeded'],
      { ...taken, exception: 'reported', lock: 'locked' },
      'pending_pickup',
    ],
    [
      'recalled on the way after a report',
      [...moving, 'transfer.apply', 'exception.report', 'exception.lock', 'exception.cancelOrder'],
      { ...onTheRoad, payment: 'refunding', return: 'wait' },
      'in_transit',
    ],
    [
      'recalled on the way, and handed over at the pickup site',
      [
        ...moving,
        'exception.report',
        'exception.cancelOrder',
        ['return.choose', recalledBack],
        ['return.start', recalledBack],
        'refund.complete',
        ['return.complete', recalledBack],
        ['order.hand', recalledBack],
      ],
      { ...there, payment: 'refunded', warehouse: 'handed', return: 'completed', closing: 'cancelled' },
      'refund_completed',
    ],
    [
      'recalled in storage, and collected there',
      [...stored, 'exception.report', 'exception.cancelOrder', ['order.hotelHand', recalled]],
      { ...there, payment: 'refunding', warehouse: 'handed', closing: 'cancelled' },
      'refunding',
    ],
    [
      'recalled, and closed on another report because the bags are destroyed',
      [
        ...moving,
        'exception.report',
        'exception.cancelOrder',
        'exception.report',
        ['exception.closeOrder', recalled],
      ],
      { ...onTheRoad, payment: 'refunding', closing: 'closed', return: 'wait' },
      'refunding',
    ],
    [
      'cancelled before the pickup after a report',
      [...assigned, 'exception.report', 'exception.cancelOrder'],
      { ...taken, payment: 'refunding', closing: 'cancelled' },
      'refunding',
    ],
    [
      'closed without a hand-over after a report',
      [...moving, 'exception.report', 'exception.closeOrder'],
      { ...onTheRoad, closing: 'closed' },
      'completed',
    ],
    [
      'with its report deleted',
      [...moving, 'exception.report', 'exception.lock', 'exception.delete'],
      onTheRoad,
      'in_transit',
    ],
    [
      'reported and handed over, with the report settled after closing',
      [...arrived, 'exception.report', 'order.hand', 'order.close', 'exception.resolve'],
      { ...there, warehouse: 'handed', closing: 'closed' },
      'completed',
    ],
    [
      'handed out by the site',
      [...stored, 'package.retag', 'order.hotelHand'],
      { ...there, warehouse: 'handed' },
      'handed',
    ],
    [
      'a third bag at the desk',
      [...assigned, ['order.change', dearer]],
      { ...taken, payment: 'supplementary' },
      'pending_surcharge',
    ],
    [
      'the third bag paid',
      [...assigned, ['order.change', dearer], 'payment.succeeded'],
      taken,
      'pending_pickup',
    ],
    ['picked up', [...assigned, 'order.pickUp'], onTheWay, 'in_transit'],
    ['moving', moving, onTheRoad, 'in_transit'],
    ['arrived', arrived, there, 'arrived'],
    [
      'waiting for storage',
      [...arrived, 'warehouse.apply'],
      { ...there, warehouse: 'waitConfirm' },
      'pending_storage',
    ],
    ['stored', stored, { ...there, warehouse: 'completed' }, 'delivered'],
    ['handed', [...stored, 'order.hand'], { ...there, warehouse: 'handed' }, 'handed'],
    [
      'handed straight from the courier, closed',
      [...arrived, 'order.hand', 'order.close'],
      { ...there, warehouse: 'handed', closing: 'closed' },
      'completed',
    ],
    ['asked where bags go', [...arrived, 'return.begin'], { ...there, return: 'wait' }, 'arrived'],
    [
      'stored, kept and asked again',
      [...stored, 'return.begin', ['return.choose', kept], ['return.begin', kept]],
      { ...there, warehouse: 'completed', return: 'wait' },
      'delivered',
    ],
    [
      'on the way back',
      [...stored, 'return.begin', 'return.choose', ['return.start', goingBack]],
      { ...there, warehouse: 'completed', return: 'inProgress' },
      'delivered',
    ],
    [
      'sent on from the door once the fee was paid, and handed over there',
      [
        ...arrived,
        'return.begin',
        'return.choose',
        ['return.pay', { ...goingOn, isReturnFeeDue: true }],
        ['return.start', goingOn],
        'return.complete',
        'order.hand',
      ],
      { ...there, warehouse: 'handed', return: 'completed' },
      'handed',
    ],
    [
      'collected late, from the site that should return them',
      [...stored, 'return.begin', ['return.choose', goingBack], ['order.hotelHand', goingBack]],
      { ...there, warehouse: 'handed' },
      'handed',
    ],
    [
      'collected late from the courier, after a refusal',
      [...arrived, 'return.begin', 'order.hand', 'order.close'],
      { ...there, warehouse: 'handed', closing: 'closed' },
      'completed',
    ],
    [
      'stored while the traveller chooses where bags go',
      [...arrived, 'return.begin', 'warehouse.apply', 'package.confirm', 'warehouse.confirm'],
      { ...there, warehouse: 'completed', return: 'wait' },
      'delivered',
    ],
    [
      'paid for the return while locked',
      [
        ...arrived,
        'return.begin',
        'exception.report',
        'exception.lock',
        ['return.pay', { ...goingBack, isReturnFeeDue: true }],
      ],
      { ...there, exception: 'reported', lock: 'locked', return: 'wait' },
      'arrived',
    ],
    [
      'recalled on the way back after a report',
      [
        ...stored,
        'return.begin',
        ['return.start', goingBack],
        'exception.report',
        ['exception.cancelOrder', goingBack],
      ],
      {
        ...there,
        payment: 'refunding',
        warehouse: 'completed',
        return: 'inProgress',
      },
      'delivered',
    ],
    [
      'cancelled unpaid, however late',
      [['order.cancel', { ...tooLate, amountPaid: 0 }]],
      { closing: 'cancelled' },
      'cancelled',
    ],
    [
      'paid after the cancellation',
      [['order.cancel', unpaid], 'payment.succeeded'],
      { payment: 'refunding', closing: 'cancelled' },
      'refunding',
    ],
    [
      'cancelled at the free cancellation limit',
      [...assigned, ['order.cancel', lastMoment]],
      { ...taken, payment: 'refunding', closing: 'cancelled' },
      'refunding',
    ],
    [
      'cancelled and refunded',
      [...paid, 'order.cancel', 'refund.complete'],
      { payment: 'refunded', review: 'waitConfirm', closing: 'cancelled' },
      'refund_completed',
    ],
    [
      'refunded, with the refund reopened',
      [...paid, 'order.cancel', 'refund.complete', 'refund.reopen'],
      { payment: 'refunding', review: 'waitConfirm', closing: 'cancelled' },
      'refunding',
    ],
    [
      'cancelled after a missed pickup',
      [...assigned, ['pickup.missed', missed], ['order.cancel', missed]],
      { ...taken, payment: 'refunding', exception: 'reported', closing: 'cancelled' },
      'refunding',
    ],
    [
      'cancelled after a missed pickup before the review',
      [...paid, ['order.cancel', missed]],
      { payment: 'refunding', review: 'waitConfirm', closing: 'cancelled' },
      'refunding',
    ],
    [
      'cancelled with an unpaid surcharge once the pickup is missed',
      [...assigned, ['order.change', dearer], ['order.cancel', { ...dearer, now: missed.now }]],
      { ...taken, payment: 'refunding', closing: 'cancelled' },
      'refunding',
    ],
    [
      'free of charge and cancelled after a missed pickup',
      [
        ['payment.waive', free],
        ['order.cancel', { ...free, now: missed.now }],
      ],
      { payment: 'paid', closing: 'cancelled' },
      'cancelled',
    ],
    [
      'picked up after it was missed',
      [...assigned, ['pickup.missed', missed], ['order.pickUp', missed]],
      { ...onTheWay, exception: 'reported' },
      'in_transit',
    ],
    [
      'free and cancelled',
      [
        ['payment.waive', free],
        ['order.cancel', free],
      ],
      { payment: 'paid', closing: 'cancelled' },
      'cancelled',
    ],
  ]

  const completed: OrderStatus[] = ['completed', 'handed']
  const calledOff: OrderStatus[] = ['cancelled', 'refund_completed', 'refunding', 'review_failed']

  it.each(journeys)(
    'reaches the expected state, status and view of an order: %s',
    (_, steps, end, status) => {
      const reached = walk(steps)
      const view =
        reached.closing === 'closed' && reached.review !== 'fail'
          ? 202
          : completed.includes(status)
            ? 202
            : calledOff.includes(status)
              ? 203
              : 201
      expect([reached, orderStatus(reached), customerView(reached)]).toEqual([columns(end), status, view])
    },
  )

  it('reaches all 17 statuses', () => {
    const reached = new Set(journeys.map(([, , , status]) => status))
    expect(orderStatuses.filter((status) => !reached.has(status))).toEqual([])
    expect(reached.size).toBe(17)
  })

  it('refuses every event of a locked order, except payments and decisions about its report', () => {
    const locked: Step[] = ['exception.report', 'exception.lock']
    const places: [Step[], LifecycleFacts][] = [
      [assigned, early],
      [assigned, missed],
      [[...moving, 'transfer.apply'], early],
      [[...arrived, 'warehouse.apply'], early],
      [stored, early],
      [[...stored, 'order.hand'], early],
      [[...stored, 'return.begin'], goingBack],
      [[...stored, 'return.begin', ['return.start', goingBack]], goingBack],
    ]
    for (const [steps, at] of places) {
      const legal = legalEvents(walk([...steps, ...locked]), at)
      expect(legal.filter((type) => !type.startsWith('exception.'))).toEqual([])
      expect(legal).toContain('exception.unlock')
    }
    const owing = walk([...assigned, ['order.change', dearer], ...locked])
    expect(legalEvents(owing, dearer).filter((type) => !type.startsWith('exception.'))).toEqual([
      'payment.succeeded',
    ])
  })

  it('refuses a cancellation from 1 ms after the 4 h limit, and after the pickup', () => {
    const refused = { ok: false, error: { code: 'illegalEvent', event: 'order.cancel' } }
    expect(moveOrder(walk(assigned), tooLate, { type: 'order.cancel' })).toEqual(refused)
    expect(moveOrder(walk([...assigned, 'order.pickUp']), early, { type: 'order.cancel' })).toEqual(refused)
    expect(
      moveOrder(walk([...assigned, ['order.change', dearer]]), tooLate, { type: 'order.cancel' }),
    ).toEqual(refused)
  })

  it.each<[string, Step[], LifecycleEvent['type'], LifecycleFacts]>([
    ['a pickup before a courier has accepted', asked, 'order.pickUp', early],
    ['a decision without a courier assigned', paid, 'decision.allow', early],
    ['a second decision', assigned, 'decision.reject', early],
    ['another courier after the pickup', moving, 'courier.assign', early],
    ['a transfer before the courier has accepted', asked, 'transfer.apply', early],
    ['a transfer of bags that have arrived', arrived, 'transfer.apply', early],
    ['the cancellation of a transfer that does not exist', moving, 'transfer.cancel', early],
    ['another destination after arrival', arrived, 'order.changeDestination', early],
    ['another destination of an unpaid order', [], 'order.changeDestination', early],
    ['a hand-over by a site of bags that it has not stored', arrived, 'order.hotelHand', early],
    [
      'storage before all bags are confirmed',
      [...arrived, 'warehouse.apply'],
      'warehouse.confirm',
      { ...early, confirmedPieces: 1 },
    ],
    ['another tag before the pickup', assigned, 'package.retag', early],
    ['another tag after the hand-over', [...stored, 'order.hand'], 'package.retag', early],
    ['resolving a report that does not exist', moving, 'exception.resolve', early],
    ['a report before the review', paid, 'exception.report', early],
    ['a cancellation 1 ms before the pickup counts as missed', assigned, 'order.cancel', almostMissed],
    ['a cancellation at the pickup time', assigned, 'order.cancel', { ...early, now: pickupTime }],
    ['a missed pickup 1 ms early', assigned, 'pickup.missed', almostMissed],
    ['a missed pickup of bags already picked up', [...assigned, 'order.pickUp'], 'pickup.missed', missed],
    ['a missed pickup of an unpaid order', [], 'pickup.missed', missed],
    ['a missed pickup of a cancelled order', [...assigned, ['order.cancel', early]], 'pickup.missed', missed],
    ['a return of bags on their way', moving, 'return.begin', early],
    ['a return of bags already handed over', [...stored, 'order.hand'], 'return.begin', early],
    ['a choice of return before one has begun', stored, 'return.choose', goingBack],
    ['the start of a return without a choice', [...stored, 'return.begin'], 'return.start', early],
    ['the start of a return of bags that stay', [...stored, 'return.begin'], 'return.start', kept],
    [
      'the start of an unpaid return',
      [...stored, 'return.begin'],
      'return.start',
      { ...goingBack, isReturnFeeDue: true },
    ],
    ['payment for a free return', [...stored, 'return.begin'], 'return.pay', goingBack],
    [
      'a hand-over of bags being returned',
      [...stored, 'return.begin', ['return.start', goingBack]],
      'order.hotelHand',
      goingBack,
    ],
    [
      'storage of bags being returned',
      [...arrived, 'return.begin', ['return.start', goingBack]],
      'warehouse.apply',
      goingBack,
    ],
    [
      'a hand-over by a site of refused bags that it has not stored',
      [...arrived, 'return.begin'],
      'order.hotelHand',
      early,
    ],
    [
      'a hand-over by a courier of refused bags that a site is counting',
      [...arrived, 'warehouse.apply', 'return.begin'],
      'order.hand',
      early,
    ],
    [
      'another choice after the return is complete',
      [...stored, 'return.begin', ['return.start', goingBack], 'return.complete'],
      'return.choose',
      goingBack,
    ],
    [
      'a second cancellation after a report',
      [...moving, 'exception.report', 'exception.cancelOrder', 'exception.report'],
      'exception.cancelOrder',
      recalled,
    ],
    [
      'completing the transport of bags being returned',
      [
        ...moving,
        'exception.report',
        'exception.cancelOrder',
        ['return.choose', recalledBack],
        ['return.start', recalledBack],
      ],
      'transport.complete',
      recalledBack,
    ],
    ['a cancellation of bags picked up late', [...assigned, 'order.pickUp'], 'order.cancel', missed],
  ])('refuses %s', (_, steps, type, at) => {
    expect(moveOrder(walk(steps), at, { type })).toEqual({
      ok: false,
      error: { code: 'illegalEvent', event: type },
    })
  })
})

it('matches its reviewed table of moves', () => {
  expect(faultOf(lifecycleMachine.id, lifecycleMoves(edgesOf).table())).toBe('')
})
