import type { SnapshotFrom } from 'xstate'
import type { Board, BoardCourier, BoardOrder } from '../contract/board.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { ReadingRef, ReadingUpdate } from '../lib/reading.machine.ts'
import type { boardMachine } from './board.machine.ts'
import { type CourierFit, canTakeOrders, suggestCourier } from './suggest-courier.ts'

/** One order that is given to a courier. A repetition has the same key. */
export type Assignment = { order: BoardOrder; employeeId: string; idempotencyKey: string }

/** Its result. `failure` is null once the courier has it. */
export type AssignmentAnswer = Pick<Assignment, 'order'> & {
  courierName: string
  failure: ApiFailure | null
}

export type BoardContext = {
  /** Null until read. */
  board: Board | null
  /** The unassigned orders on the page, in their places. */
  rows: readonly BoardOrder[]
  /** Ids of the selected orders. */
  selected: readonly string[]
  /** The chosen courier; empty for the suggested one. */
  courierId: string
  /** The selected orders that are still to assign. */
  pending: readonly BoardOrder[]
  /** The current assignment, or one whose answer was lost; null without one. */
  assignment: Assignment | null
  /** Of the latest assignments. */
  answers: readonly AssignmentAnswer[]
  newKey: () => string
}

export type BoardInput = Pick<BoardContext, 'newKey'>

export type BoardEvent =
  | ReadingUpdate<Board>
  | { type: 'board.update' }
  | { type: 'order.toggle'; orderId: string }
  | { type: 'selection.clear' }
  /** Empty for the suggested courier. */
  | { type: 'courier.choose'; employeeId: string }
  | { type: 'orders.assign' }

export type AssignOrderInput = { assignment: Assignment | null }

const ordersOf = (board: Board | null): BoardOrder[] => [
  ...(board?.unassigned ?? []),
  ...(board?.assigned ?? []),
]
const orderOf = (board: Board | null, orderId: string): BoardOrder | null =>
  ordersOf(board).find((order) => order.orderId === orderId) ?? null

const idsOf = (orders: readonly BoardOrder[]): string => orders.map(({ orderId }) => orderId).join(' ')

/** Whether showing the latest unassigned orders adds, removes or moves rows. */
export const isBoardBehind = ({ board, rows }: Pick<BoardContext, 'board' | 'rows'>): boolean =>
  board !== null && idsOf(rows) !== idsOf(board.unassigned)

/** Keeps the shown order; new couriers come last. */
const inPlaces = (couriers: readonly BoardCourier[], shown: readonly BoardCourier[]): BoardCourier[] => {
  const places = new Map(shown.map(({ employeeId }, index) => [employeeId, index]))
  const placeOf = ({ employeeId }: BoardCourier) => places.get(employeeId) ?? shown.length
  return couriers.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Rows stay in their places. An order that changed hands or can't any longer isn't selected. */
export function withBoard(context: BoardContext, latest: Board): Partial<BoardContext> {
  const board = { ...latest, couriers: inPlaces(latest.couriers, context.board?.couriers ?? []) }
  const isUnchanged = (orderId: string) => {
    const order = orderOf(board, orderId)
    return order?.act != null && order.courierId === orderOf(context.board, orderId)?.courierId
  }
  const selected = context.selected.filter(isUnchanged)
  return {
    board,
    rows: context.rows.length === 0 ? board.unassigned : context.rows,
    selected,
    courierId: selected.length === 0 ? '' : context.courierId,
  }
}

/** Whether the order can be given to someone. */
export const canSelect = ({ board }: BoardContext, orderId: string): boolean =>
  orderOf(board, orderId)?.act != null

export function withToggled({ selected, courierId }: BoardContext, orderId: string): Partial<BoardContext> {
  const next = selected.includes(orderId) ? selected.filter((one) => one !== orderId) : [...selected, orderId]
  return { selected: next, courierId: next.length === 0 ? '' : courierId, answers: [] }
}

/** The selected orders, the earliest promise first. */
const selectedOrders = ({ board, selected }: BoardContext): BoardOrder[] =>
  ordersOf(board).filter(({ orderId }) => selected.includes(orderId))

const suggestionOf = (context: BoardContext): CourierFit | null =>
  context.board && suggestCourier(context.board, selectedOrders(context))

/** The couriers who may take all selected orders, those on shift first. */
function takersOf(context: BoardContext): BoardCourier[] {
  const orders = selectedOrders(context)
  return (context.board?.couriers ?? [])
    .filter((courier) => orders.length > 0 && canTakeOrders(courier, orders))
    .sort((one, other) => Number(other.isOnShift) - Number(one.isOnShift))
}

export const isTaker = (context: BoardContext, employeeId: string): boolean =>
  employeeId === '' || takersOf(context).some((courier) => courier.employeeId === employeeId)

/** The courier who gets the orders: the chosen one, else the suggested one. */
function takerOf(context: BoardContext): BoardCourier | null {
  if (context.courierId === '') return suggestionOf(context)?.courier ?? null
  return takersOf(context).find(({ employeeId }) => employeeId === context.courierId) ?? null
}

export const canAssign = (context: BoardContext): boolean => takerOf(context) !== null

/** An assignment without an answer is repeated under its key. */
function assignmentOf(
  { assignment, newKey }: BoardContext,
  order: BoardOrder | undefined,
  employeeId: string,
): Assignment | null {
  if (!order) return null
  const isRepeated = assignment?.employeeId === employeeId && assignment.order.orderId === order.orderId
  return { order, employeeId, idempotencyKey: isRepeated ? assignment.idempotencyKey : newKey() }
}

export function withFirstAssignment(context: BoardContext): Partial<BoardContext> {
  const pending = selectedOrders(context)
  const employeeId = takerOf(context)?.employeeId ?? ''
  return { pending, answers: [], assignment: assignmentOf(context, pending[0], employeeId) }
}

/** Adds the answer, and goes on to the next order. A lost answer keeps its assignment and ends the batch. */
export function withAnswer(
  context: BoardContext,
  { failure, isLost }: { failure: ApiFailure | null; isLost: boolean },
): Partial<BoardContext> {
  const { assignment, answers, board, rows, selected } = context
  if (!assignment) return {}
  const { order, employeeId } = assignment
  const [, ...pending] = context.pending
  const courierName = board?.couriers.find((courier) => courier.employeeId === employeeId)?.name ?? ''
  const left = failure ? selected : selected.filter((orderId) => orderId !== order.orderId)
  return {
    answers: [...answers, { order, courierName, failure }],
    pending: isLost ? [] : pending,
    assignment: isLost ? assignment : assignmentOf(context, pending[0], employeeId),
    selected: left,
    courierId: left.length === 0 ? '' : employeeId,
    rows: failure ? rows : rows.filter(({ orderId }) => orderId !== order.orderId),
  }
}

/** An unassigned order in its place. `isDone`: it no longer waits for a courier. */
export type BoardRow = { order: BoardOrder; isDone: boolean }

export type BoardView = {
  rows: readonly BoardRow[]
  /** Unassigned orders since the list was updated. */
  arrivals: number
  done: number
}

/** The list of unassigned orders, with how the latest ones differ from it. */
export function toBoardView({ board, rows }: Pick<BoardContext, 'board' | 'rows'>): BoardView {
  const current = new Map((board?.unassigned ?? []).map((order) => [order.orderId, order]))
  const shown = rows.map((order) => {
    const latest = current.get(order.orderId)
    return { order: latest ?? order, isDone: latest === undefined }
  })
  const done = shown.filter(({ isDone }) => isDone).length
  return { rows: shown, arrivals: current.size - (shown.length - done), done }
}

type Snapshot = SnapshotFrom<typeof boardMachine>

export const selectBoardContext = ({ context }: Snapshot): BoardContext => context
export const selectBoardReading = ({ children }: Snapshot): ReadingRef | undefined => children.reading
export const selectIsAssigning = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')

/** The choice for the selected orders. */
export type BoardChoice = {
  orders: readonly BoardOrder[]
  suggestion: CourierFit | null
  takers: readonly BoardCourier[]
  taker: BoardCourier | null
}
export const toBoardChoice = (context: BoardContext): BoardChoice => ({
  orders: selectedOrders(context),
  suggestion: suggestionOf(context),
  takers: takersOf(context),
  taker: takerOf(context),
})
