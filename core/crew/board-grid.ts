import type { Board, BoardCourier, BoardOrder, BoardStop } from '../contract/board.ts'
import { dayOf } from '../i18n/day.ts'
import { wallClock } from '../lib/zone.ts'
import { policy } from '../policy/numbers.ts'
import { piecesAt } from './suggest-courier.ts'

/** A pickup or delivery on the board's day. */
export type BoardVisit = {
  kind: 'pickup' | 'delivery'
  order: BoardOrder
  stop: BoardStop
  /** Half-hour of the day in the order's time zone, from 0. */
  slot: number
}

/** A courier's half-hour. */
export type BoardCell = {
  slot: number
  visits: readonly BoardVisit[]
  /** Bags to pick up, and to deliver. */
  pickups: number
  deliveries: number
  isLate: boolean
  /** Whether the bags don't fit in the car. */
  isFull: boolean
  isDone: boolean
}

export type BoardGridRow = {
  courier: BoardCourier
  /** In the order of their time. */
  visits: readonly BoardVisit[]
  /** Half-hours with visits, by slot. */
  cells: ReadonlyMap<number, BoardCell>
  /** Of the day. */
  orders: number
  pieces: number
}

const slotOfMinutes = (minutes: number): number => Math.floor(minutes / policy.slotMinutes)

/** Half-hour of the day of an instant (ms since 1970), from 0. */
export function slotAt(instant: number, timeZone: string): number {
  const wall = wallClock(instant, timeZone)
  return slotOfMinutes(wall.hour() * 60 + wall.minute())
}

/** A slot's start as `HH:mm`. */
export const clockOfSlot = (slot: number): string => {
  const minutes = slot * policy.slotMinutes
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Whether the stop isn't done and its promise has passed. `now` is ms since 1970. */
export const isStopLate = ({ isDone, dueTime }: BoardStop, now: number): boolean =>
  !isDone && Date.parse(dueTime) < now

/** Pickups and deliveries on a day (`yyyy-MM-dd`), in the order of their time. */
function visitsOf(orders: readonly BoardOrder[], day: string): BoardVisit[] {
  return orders
    .flatMap((order) => (['pickup', 'delivery'] as const).map((kind) => ({ kind, order, stop: order[kind] })))
    .filter(({ order, stop }) => dayOf(stop.time, order.timeZone) === day)
    .map((visit) => ({ ...visit, slot: slotAt(Date.parse(visit.stop.time), visit.order.timeZone) }))
    .sort((one, other) => Date.parse(one.stop.time) - Date.parse(other.stop.time))
}

const sumOf = (visits: readonly BoardVisit[], kind: BoardVisit['kind']): number =>
  visits.filter((visit) => visit.kind === kind).reduce((sum, { order }) => sum + order.pieces, 0)

function toCell(
  slot: number,
  visits: readonly BoardVisit[],
  { orders, now }: { orders: readonly BoardOrder[]; now: number },
): BoardCell {
  return {
    slot,
    visits,
    pickups: sumOf(visits, 'pickup'),
    deliveries: sumOf(visits, 'delivery'),
    isLate: visits.some(({ stop }) => isStopLate(stop, now)),
    isFull: visits.some(({ stop }) => piecesAt(orders, Date.parse(stop.time)) > policy.carPieces),
    isDone: visits.every(({ stop }) => stop.isDone),
  }
}

/** A row per courier with the half-hours of a day (`yyyy-MM-dd`). `now` is ms since 1970. */
export function toBoardGrid(
  { couriers, assigned }: Pick<Board, 'couriers' | 'assigned'>,
  { day, now }: { day: string; now: number },
): BoardGridRow[] {
  return couriers.map((courier) => {
    const orders = assigned.filter(({ courierId }) => courierId === courier.employeeId)
    const visits = visitsOf(orders, day)
    const slots = [...new Set(visits.map(({ slot }) => slot))]
    const cellAt = (slot: number) =>
      toCell(
        slot,
        visits.filter((visit) => visit.slot === slot),
        { orders, now },
      )
    return {
      courier,
      visits,
      cells: new Map(slots.map((slot) => [slot, cellAt(slot)])),
      orders: orders.length,
      pieces: orders.reduce((sum, { pieces }) => sum + pieces, 0),
    }
  })
}

const slotsPerHour = 60 / policy.slotMinutes

/** The whole hours to show: those of deliveries to addresses, and those of other visits. */
export function hoursOf(rows: readonly BoardGridRow[]): number[] {
  const visited = rows
    .flatMap(({ cells }) => [...cells.keys()])
    .map((slot) => Math.floor(slot / slotsPerHour))
  const hourOf = (clock: string) => Number.parseInt(clock, 10)
  const first = Math.min(hourOf(policy.addressOpens), ...visited)
  const last = Math.max(hourOf(policy.addressCloses) - 1, ...visited)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The half-hours of an hour. */
export const slotsOfHour = (hour: number): number[] =>
  Array.from({ length: slotsPerHour }, (_, index) => hour * slotsPerHour + index)
