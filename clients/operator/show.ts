import {
  type Ledger,
  type OperatorOrder,
  operationActions,
  pickupFieldsOf,
  type Site,
  shownFieldsOf,
} from '@handsfree/core/contract'
import { joinParts } from '@handsfree/core/i18n'
import { escapeUnprintable } from '@handsfree/core/lib'
import { isOrderLate } from '@handsfree/core/orders'
import { type Cell, createTable, isStatus, paint, statusStyle, type Terminal, table } from './table.ts'
import { type CityZone, timeIn, timeOf } from './time.ts'

type Messages = Record<string, string>
type ViewOptions = {
  terminal: Terminal
  messages: Messages
  /** Server URL that prefixes picture paths. */
  url?: string
}

const isOrder = (value: unknown): value is OperatorOrder =>
  typeof value === 'object' && value !== null && 'orderId' in value && 'lifecycle' in value

/** Private addresses lack city and door in their name. */
const destination = ({ delivery: { siteId, name, cityName, location } }: OperatorOrder): string =>
  siteId === null ? joinParts([name, cityName, location.detail]) : name

const hasCityZone = (row: object): row is CityZone & Record<string, unknown> =>
  'timeZone' in row && 'cityName' in row

const stuckRefunds = ({ refunds }: OperatorOrder) =>
  refunds.filter(({ state, lastError }) => state === 'needsOperator' || lastError !== null)

const openQuestionsText = ({ openQuestions }: OperatorOrder): string =>
  openQuestions.length > 0 ? `asked: ${openQuestions.join(', ')}` : ''

const money = ({ amount, currency }: OperatorOrder['total']): string =>
  `${(amount / 100).toFixed(2)} ${currency}`

const returnOf = ({ returning }: OperatorOrder): string => {
  if (!returning) return ''
  const { reason, state, choice, place, fee, paymentId } = returning
  // The id is only set while the fee is unpaid.
  const isUnpaid = Boolean(paymentId)
  const isCharged = fee && fee.amount > 0 && (choice === 'back' || choice === 'address')
  return joinParts([
    reason,
    state,
    choice,
    place?.name,
    isCharged ? `fee ${money(fee)}${isUnpaid ? ' to pay' : ''}` : null,
  ])
}

/** Returns the delay after the promised time, for late bags on the way or arrived. */
function latenessOf(order: OperatorOrder, now: number): string {
  const { arrivedTime } = order
  const { deliverBy } = order.promises
  if (deliverBy === undefined || (!arrivedTime && !isOrderLate(order, now))) return ''
  const end = arrivedTime ? Date.parse(arrivedTime) : now
  const minutes = Math.floor((end - Date.parse(deliverBy)) / 60_000)
  return minutes < 1 ? '' : `${minutes} min later than ${timeOf(order, deliverBy)}`
}

const trouble = (order: OperatorOrder, now: number): Cell => {
  const [stuck] = stuckRefunds(order)
  if (stuck) return { text: `refund ${stuck.state}`, style: 'red' }
  const dispute = order.disputes.find(({ state }) => state === 'open')
  if (dispute) return { text: `disputed: ${dispute.reason}`, style: 'red' }
  if (order.exception) return { text: order.exception.reason || (order.exception.kind ?? ''), style: 'red' }
  if (order.countConsent === 'notRight' && order.status === 'pending_surcharge')
    return { text: 'count not agreed', style: 'red' }
  if (!order.arrivedTime && isOrderLate(order, now)) return { text: 'late', style: 'red' }
  return { text: openQuestionsText(order) }
}

const refundsOf = ({ refunds }: OperatorOrder): [string, string][] =>
  refunds.map(({ refundId, amount, state, tries, lastError }) => [
    'refund',
    [money(amount), state, `${tries} tries`, refundId, lastError ?? ''].filter(Boolean).join(', '),
  ])

const disputesOf = ({ disputes }: OperatorOrder): [string, string][] =>
  disputes.map(({ disputeId, amount, state, reason }) => [
    'dispute',
    [money(amount), state, reason, disputeId].join(', '),
  ])

const reviewOf = (order: OperatorOrder): string => {
  if (!order.orderReview) return ''
  const { result, reviewer, reason, beginTime, decideTime } = order.orderReview
  const since = timeOf(order, decideTime ?? beginTime)
  return [`${result} since ${since}`, reviewer, reason].filter(Boolean).join(', ')
}

const status = (order: OperatorOrder, messages: Messages): Cell => ({
  text: messages[`orderStatus.${order.status}`] ?? order.status,
  style: isStatus(order.status) ? statusStyle(order.status) : 'reset',
})

const orderHead = ['order', 'status', 'bags', 'pickup', 'from', 'delivery', 'to', 'courier', 'trouble']

const orderRow = (order: OperatorOrder, messages: Messages): Cell[] => [
  { text: order.orderNumber },
  status(order, messages),
  { text: String(order.pieces) },
  { text: timeOf(order, order.pickupTime) },
  { text: joinParts([order.pickup.name, order.pickup.roomNumber]) },
  { text: timeOf(order, order.deliveryTime) },
  { text: destination(order) },
  { text: order.courier?.name ?? '' },
  trouble(order, Date.now()),
]

const hoursOf = (hours: Site['hours']): string => {
  if (!hours || hours.opens === hours.closes) return 'always open'
  const closed = hours.closedDays ?? []
  return joinParts([`${hours.opens} to ${hours.closes}`, closed.length > 0 && `closed ${closed.join(', ')}`])
}

const placeRows = (
  key: 'pickup' | 'delivery',
  { [key]: place, openingHours }: OperatorOrder,
): [string, string][] => [
  [`${key} address`, joinParts([place.location.address, place.location.detail])],
  [`${key} phone`, place.phone],
  [`${key} hours`, place.siteId === null || !openingHours ? '' : hoursOf(openingHours[key])],
]

// Number first: terminals reorder it behind a right-to-left name.
const personOf = ({ name, dialCode, phoneNumber }: OperatorOrder['receiver']): string =>
  [`+${dialCode} ${phoneNumber}`, name].filter((part) => part !== '').join(', ')

/** Shows `roomPassword` as `room password`. */
const fieldRows = (order: OperatorOrder): [string, string][] =>
  Object.entries({ ...shownFieldsOf(order), ...pickupFieldsOf(order) }).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    value ?? '',
  ])

function showOrder({ terminal, messages }: ViewOptions, order: OperatorOrder): string[] {
  const { traveller, receiver, courier, transferTo, exception, bags, total } = order
  const { text, style } = status(order, messages)
  const rows: [string, string][] = [
    ['id', order.orderId],
    ['made', `${order.creationType}, ${order.source}`],
    ['from', joinParts([order.pickup.name, order.pickup.roomNumber])],
    ['pickup', timeOf(order, order.pickupTime)],
    ...placeRows('pickup', order),
    ['to', destination(order)],
    ['delivery', timeOf(order, order.deliveryTime)],
    ['late', latenessOf(order, Date.now())],
    ...placeRows('delivery', order),
    ['bags', String(order.pieces)],
    ['total', money(total)],
    ['review', reviewOf(order)],
    ...refundsOf(order),
    ...disputesOf(order),
    ['traveller', traveller ? personOf(traveller) : ''],
    ['receiver', personOf(receiver)],
    ...fieldRows(order),
    ['courier', courier ? `${courier.name}, ${courier.phone}, ${courier.plate}` : ''],
    ['asked to take over', transferTo?.name ?? ''],
    ['tags', bags.map(({ tagCode, sealNumber }) => `${tagCode}:${sealNumber}`).join(' ')],
    ['return', returnOf(order)],
    ['reported', [exception?.kind, exception?.reason].filter(Boolean).join(': ')],
    ['questions', order.openQuestions.join(', ')],
    ['count', order.countConsent ?? ''],
    ['possible now', order.events.join(', ')],
  ]
  const filledRows = rows.filter(([, fact]) => fact !== '')
  return [
    `${paint(terminal, 'bold', order.orderNumber)}  ${style ? paint(terminal, style, text) : text}`,
    ...table(
      terminal,
      ['', ''],
      filledRows.map(([name, fact]) => [{ text: name, style: 'dim' }, { text: fact }]),
    ).slice(1),
  ]
}

const names = new Map<unknown, string>(
  Object.entries(operationActions).map(([name, action]) => [action, name]),
)

const isTimeKey = (key: string): boolean => key.toLowerCase().endsWith('time')

const cellOf = (key: string, value: unknown, place?: CityZone): Cell => {
  if (key === 'action') return { text: `${String(value)} ${names.get(value) ?? ''}`.trim() }
  if (isTimeKey(key) && typeof value === 'string') return { text: timeIn(place?.timeZone ?? null, value) }
  if (value === null || value === undefined) return { text: '' }
  return { text: typeof value === 'object' ? JSON.stringify(value) : String(value) }
}

/** Absolute picture URLs, valid for 15 minutes. */
export const pictureLines = (url: string, photos: readonly string[]): string[] =>
  photos.map((photo) => (URL.canParse(photo) ? photo : `${url.replace(/\/$/, '')}${photo}`))

const isLedger = (value: unknown): value is Ledger =>
  typeof value === 'object' && value !== null && 'bags' in value && 'questions' in value

function showLedger({ terminal, url = '' }: ViewOptions, ledger: Ledger): string[] {
  const { orderNumber, bags, questions, timeZone, cityName } = ledger
  const rows = bags.flatMap(({ tagCode, entries }) =>
    entries.map((entry): Cell[] => [
      { text: tagCode ?? '' },
      { text: entry.stage },
      { text: entry.role },
      { text: timeIn(timeZone, entry.time) },
      { text: entry.sealNumber ?? '' },
      { text: String(entry.photos.length) },
      { text: entry.damage, style: entry.damage ? 'red' : 'reset' },
    ]),
  )
  const questionRows = questions.map((question): Cell[] => [
    { text: question.kind },
    { text: question.state, style: question.state === 'notRight' ? 'red' : 'reset' },
    { text: timeIn(timeZone, question.askTime) },
    { text: question.claimId ?? '' },
  ])
  const pictures = [
    ...bags.flatMap(({ entries, tagCode }) => entries.map((entry) => ({ entry, of: tagCode ?? '' }))),
    ...questions
      .filter(({ kind }) => kind === 'count')
      .map(({ kind, after }) => ({ entry: after, of: kind })),
  ].flatMap(({ entry, of }) =>
    pictureLines(url, entry.photos).map((line) => `${`${of} ${entry.stage}`.trim()}  ${line}`),
  )
  return [
    paint(terminal, 'bold', orderNumber),
    ...table(terminal, ['tag', 'where', 'by', `time (${cityName})`, 'seal', 'photos', 'damage'], rows),
    ...(questionRows.length > 0
      ? table(terminal, ['asked', 'answer', `since (${cityName})`, 'claim'], questionRows)
      : []),
    ...pictures.map(escapeUnprintable),
  ]
}

/** Draws rows in batches. The first batch determines the kind of list. */
function createList({ terminal, messages }: ViewOptions, firstPage: readonly unknown[]) {
  if (isOrder(firstPage[0])) {
    const draw = createTable(terminal, orderHead)
    return {
      draw: (orders: readonly unknown[]) =>
        draw(orders.map((order) => orderRow(order as OperatorOrder, messages))),
      end: (count: number) => [paint(terminal, 'dim', `${count} ${count === 1 ? 'order' : 'orders'}`)],
    }
  }
  const fieldsOf = (one: unknown): Record<string, unknown> => ({ ...(one as object) })
  const placeOf = (record: object) => (hasCityZone(record) ? record : undefined)
  const records = firstPage.map(fieldsOf)
  const cities = new Set(records.map((record) => placeOf(record)?.cityName ?? 'UTC'))
  // A single city goes in the header; otherwise rows name their own.
  const [city] = cities.size === 1 ? cities : []
  const unshown = ['operationId', 'logType', ...(records.every(hasCityZone) ? ['timeZone', 'cityName'] : [])]
  const keys = Object.keys(records[0] ?? {}).filter((key) => !unshown.includes(key))
  const draw = createTable(
    terminal,
    keys.map((key) => (isTimeKey(key) && city !== undefined ? `${key} (${city})` : key)),
  )
  const rowOf = (record: Record<string, unknown>): Cell[] => {
    const place = placeOf(record)
    const ownCity = place?.cityName ?? 'UTC'
    return keys.map((key) => {
      const cell = cellOf(key, record[key], place)
      if (!isTimeKey(key) || city === ownCity || cell.text === '') return cell
      return { ...cell, text: `${cell.text} ${ownCity}` }
    })
  }
  return { draw: (rows: readonly unknown[]) => draw(rows.map(fieldsOf).map(rowOf)), end: () => [] }
}

/** Formats a paged list. `linesOf` is a command's own format; null for the default. */
export async function* showPages(
  viewOptions: ViewOptions,
  pages: AsyncIterable<unknown[]>,
  linesOf: (page: unknown[]) => string[] | null,
): AsyncGenerator<string, void> {
  let count = 0
  let list: ReturnType<typeof createList> | null = null
  for await (const page of pages) {
    if (page.length === 0) continue
    count += page.length
    const own = linesOf(page)
    list ??= own ? null : createList(viewOptions, page)
    yield* own ?? list?.draw(page) ?? []
  }
  if (count === 0) yield* linesOf([]) ?? showResult(viewOptions, [])
  yield* list?.end(count) ?? []
}

export function showResult(viewOptions: ViewOptions, result: unknown): string[] {
  if (isOrder(result)) return showOrder(viewOptions, result)
  if (isLedger(result)) return showLedger(viewOptions, result)
  if (!Array.isArray(result)) {
    return Object.entries(result ?? {}).map(([key, value]) =>
      escapeUnprintable(`${isTimeKey(key) ? `${key} (UTC)` : key}  ${cellOf(key, value).text}`),
    )
  }
  if (result.length === 0) return ['Nothing found.']
  const list = createList(viewOptions, result)
  return [...list.draw(result), ...list.end(result.length)]
}
