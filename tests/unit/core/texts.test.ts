import {
  answerEffectText,
  answeredQuestionText,
  ledgerEntryDetail,
  ledgerQuestionText,
  questionDetailText,
} from '@handsfree/core/bags'
import {
  claimStages,
  type LedgerEntry,
  type LedgerQuestion,
  type TraceEvent,
  type Trip,
} from '@handsfree/core/contract'
import {
  boardCellText,
  boardChangeText,
  courierShiftText,
  orderStateText,
  orderStateTone,
  queueChangeText,
  queueDetailText,
  queueUrgency,
} from '@handsfree/core/crew'
import { notificationDetails, notificationPath, notificationTitle } from '@handsfree/core/notifications'
import { traceDetails, traceTitle, tripText } from '@handsfree/core/orders'
import { expect, it } from 'vitest'
import { placeLine } from '../../../core/i18n/place-line.ts'
import { boardCourier, notification, operatorOrder, order, queueEntry } from '../models/samples.ts'
import { english } from '../web/app/platform/languages.ts'

/** All combinations of the values, one of each field. */
function combinations<Fields extends Record<string, readonly unknown[]>>(
  fields: Fields,
): { [Name in keyof Fields]: Fields[Name][number] }[] {
  let all: Record<string, unknown>[] = [{}]
  for (const [name, values] of Object.entries(fields))
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
  return all as never
}

/** One change at a time. */
const oneAtATime = <Value extends object>(fields: { [Name in keyof Value]?: readonly unknown[] }): Value[] =>
  Object.entries(fields).flatMap(([name, values]) =>
    (values as unknown[]).map((value) => ({ [name]: value }) as Value),
  )

/** The reviewed texts: a line for each case. `npx vitest run --project unit texts -u` writes them. */
const review = (name: string, lines: Iterable<[unknown, ...unknown[]]>) =>
  expect(
    `${[...lines].map(([given, ...texts]) => `${JSON.stringify(given)} → ${texts.map((text) => JSON.stringify(text)).join(' · ')}`).join('\n')}\n`,
  ).toMatchFileSnapshot(`texts/${name}.txt`)

const entry: LedgerEntry = {
  stage: 'retag',
  role: 'operator',
  time: '2026-11-24T02:10:00Z',
  sealNumber: '4480',
  photos: [],
  damage: '',
}

const damagedEntry: LedgerEntry = { ...entry, sealNumber: '', damage: 'Wheel', photos: ['/files/1'] }

it('writes questions about bags and their answers', async () => {
  const cases = combinations({
    kind: ['count', 'seal', 'damage'],
    state: ['asked', 'right', 'notRight'],
    after: [entry, damagedEntry],
    pieces: [null, 3],
  } as const)
  await review(
    'ledger-questions',
    cases.map((given) => {
      const question = {
        questionId: '1',
        bag: 0,
        before: entry,
        agreedPieces: 2,
        ...given,
      } as unknown as LedgerQuestion
      const { after, ...rest } = given
      return [
        { ...rest, seal: after.sealNumber },
        ledgerQuestionText(english, question),
        questionDetailText(english, question),
        answerEffectText(english, question, 'right'),
        answerEffectText(english, question, 'notRight'),
        answeredQuestionText(english, question),
        ledgerEntryDetail(english, after),
      ]
    }),
  )
})

it('writes where an order stands for employees', async () => {
  const base = operatorOrder()
  const paid = { payment: 'paid', review: 'pass', assignment: 'accepted' } as const
  const columns = oneAtATime<Partial<typeof base.lifecycle>>({
    closing: ['open', 'cancelled', 'closed'],
    lock: ['locked'],
    return: ['wait', 'inProgress', 'completed'],
    warehouse: ['waitConfirm', 'completed', 'handed'],
    payment: ['supplementary', 'unpaid', 'failed', 'paid'],
    review: ['waitConfirm', 'fail', 'pass'],
    transfer: ['waitDecision'],
    transport: ['inProgress', 'completed'],
    pickup: ['pickuped'],
    assignment: ['none', 'waitDecision', 'accepted'],
  })
  await review(
    'order-states',
    columns.flatMap((column) =>
      ['courier-1', 'courier-2'].map((employeeId): [unknown, ...unknown[]] => {
        const given = { ...base, lifecycle: { ...base.lifecycle, ...paid, ...column } }
        return [
          [column, employeeId],
          orderStateText(english, given, employeeId),
          orderStateTone(given, employeeId),
        ]
      }),
    ),
  )
})

it('writes the details of a queue’s entry', async () => {
  const now = Date.parse('2026-11-24T02:00:00Z')
  const cases = oneAtATime<Parameters<typeof queueEntry>[0] & object>({
    words: ['', 'The lift is broken'],
    amount: [null, { amount: 500, currency: 'CNY' }],
    claimKind: ['damaged', 'lost'],
    kind: ['destination', 'exception'],
    dueTime: [
      null,
      ...[-1, 0, 3_599_999, 3_600_000, 3_600_001].map((ms) => new Date(now + ms).toISOString()),
    ],
  })
  await review(
    'queue-entries',
    cases.map((given) => {
      const one = queueEntry({ words: 'Hotel Lotus', ...given })
      return [given, queueDetailText(english, one), queueUrgency(one, now)]
    }),
  )
})

it('writes how lists have changed, and a courier’s day', async () => {
  const changes = combinations({ arrivals: [0, 1, 3], done: [0, 2] })
  const shifts = combinations({
    isDisabled: [false, true],
    isOnShift: [false, true],
    isOnBreak: [false, true],
  })
  const cells = combinations({
    pickups: [0, 2],
    deliveries: [0, 1],
    isLate: [false, true],
    isFull: [false, true],
  })
  await review('lists', [
    ...changes.map((given): [unknown, ...unknown[]] => [
      given,
      boardChangeText(english, given as never),
      queueChangeText(english, given as never),
    ]),
    ...shifts.map((given): [unknown, ...unknown[]] => [
      given,
      courierShiftText(english, { ...boardCourier(), ...given }),
    ]),
    ...cells.map((given): [unknown, ...unknown[]] => [given, boardCellText(english, given as never)]),
  ])
})

it('writes the line below a place’s name', async () => {
  const { delivery } = order()
  const cases = combinations({
    siteId: [null, 'site-1'],
    cityName: ['', 'Shanghai'],
    above: [undefined, { cityName: 'Shanghai' }, { cityName: '' }],
    address: ['1 Lotus Road', '1 Lotus Road, Shanghai', '上海市莲花路 1 号'],
  } as const)
  await review(
    'place-lines',
    cases.map((given) => {
      const { above, address, ...rest } = given
      return [
        given,
        placeLine(
          english,
          { ...delivery, ...rest, location: { ...delivery.location, address } } as never,
          above,
        ),
      ]
    }),
  )
})

it('writes a notification’s title, details and page', async () => {
  const money = { amount: 500, currency: 'CNY' }
  const cases = [
    {},
    ...oneAtATime<Record<string, unknown>>({
      pieces: [1, 3],
      agreedPieces: [2],
      seals: [[], ['4471', '4472']],
      refund: [money, { ...money, amount: 0 }],
      due: [money],
      reason: ['Too late.', '太晚。'],
      courierName: ['Chen Wei'],
      change: ['deliveredLate', 'lateRefunded', 'closedUndelivered', 'refused'],
      claimId: ['claim-1'],
    }),
    { refund: money, change: 'deliveredLate' },
    { refund: money, change: 'lateRefunded' },
    { refund: money, change: 'cancelled' },
  ]
  const { content } = notification()
  await review(
    'notifications',
    cases.map((given) => {
      const one = notification({ content: { ...content, ...given } as typeof content })
      return [
        given,
        notificationTitle(english, one),
        notificationDetails(english, one),
        notificationPath(one),
      ]
    }),
  )
})

it('writes the events of an order’s trace', async () => {
  const money = { amount: 500, currency: 'CNY' }
  const facts = oneAtATime<TraceEvent['facts']>({
    noted: ['damage'],
    claim: claimStages,
    isHandedInPart: [true],
    isUndelivered: [true],
    cancelledBy: ['traveller', 'operator', 'system'],
    piecesIncreased: [1],
    piecesDecreased: [1],
    courierName: ['Chen Wei', 'Li Na'],
    courierPhone: ['+8613800138000'],
    returning: ['refused', 'notCollected', 'cancelled', 'chosen', 'started', 'completed'],
    place: ['Lotus Court Hotel'],
    before: [{ pieces: 2, pickupTime: '2026-11-24T02:00:00Z', name: 'Ann' }],
    seals: [['4471'], ['4471', '4472']],
    lateMinutes: [0, 12],
    reason: ['Rain'],
    refund: [money],
    pieces: [3],
  })
  const cases = combinations({
    type: ['updated', 'picked_up', 'delivered', 'created'],
    facts: [{}, ...facts, { piecesIncreased: 1, pieces: 3 }],
  } as const)
  const zone = { timeZone: 'Asia/Shanghai', now: Date.parse('2026-11-23T02:00:00Z') }
  const earlier = { type: 'updated', facts: { courierName: 'Li Na' } } as unknown as TraceEvent
  await review(
    'trace',
    cases.map((given) => {
      const event = given as unknown as TraceEvent
      return [
        given,
        traceTitle(english, event),
        traceDetails(english, event, [], zone),
        traceDetails(english, event, [earlier]),
      ]
    }),
  )
})

it('writes a trip for its receiver, at each limit of its times', async () => {
  const pickupTime = '2026-11-24T02:00:00Z'
  const minute = 60_000
  const times = [-minute, -1, 0, 1, 29 * minute, 30 * minute, 31 * minute, 61 * minute, 7 * 60 * minute]
  const trip = {
    pieces: 2,
    pickup: { name: 'Lotus Court Hotel' },
    delivery: { name: 'Hongqiao Railway Station' },
    pickupTime,
    arrivalFrom: '2026-11-24T07:00:00Z',
    estimatedDelivery: '2026-11-24T08:00:00Z',
    timeZone: 'Asia/Shanghai',
    cityName: 'Shanghai',
  } as unknown as Trip
  const cases = combinations({
    stage: ['waiting', 'pickedUp', 'onTheWay', 'arrived', 'stored', 'collected', 'calledOff'],
    pickupStage: ['planned', 'inReview', 'courierThere'],
    returning: [undefined, 'asked', 'moving', 'returned'],
    ms: times,
  } as const).filter(
    ({ stage, pickupStage, returning, ms }) =>
      (stage === 'waiting' || pickupStage === 'planned') && (returning === undefined || ms < -1),
  )
  await review(
    'trips',
    cases.map(({ ms, ...given }) => {
      const { title, detail } = tripText(english, { ...trip, ...given } as Trip, Date.parse(pickupTime) + ms)
      return [{ ...given, ms }, title, detail]
    }),
  )
})
