import * as v from 'valibot'
import { type CallResult, getCall } from './call.ts'
import { Id, Timestamp } from './common.ts'
import { InHand } from './crew.ts'
import { Day } from './day.ts'

/** The pickup or the delivery of an order. */
export const BoardStop = v.object({
  /** Null for an address of the traveller's own. */
  siteId: v.nullable(Id),
  name: v.string(),
  /** As booked. */
  time: Timestamp,
  /** From when it is late. */
  dueTime: Timestamp,
  isDone: v.boolean(),
})
export type BoardStop = v.InferOutput<typeof BoardStop>

export const BoardOrder = v.object({
  orderId: Id,
  orderNumber: v.string(),
  pieces: v.number(),
  timeZone: v.string(),
  pickup: BoardStop,
  delivery: BoardStop,
  /** Of its sites. A courier works in one of them, or in every region. */
  regionIds: v.array(Id),
  /** The courier who was asked or has accepted; null for an unassigned order. */
  courierId: v.nullable(Id),
  /** Whether that courier hasn't answered. */
  isAsked: v.boolean(),
  /** The call that gives it to a courier or another one; null if neither is legal now. */
  act: v.nullable(v.picklist(['courier.assign', 'transfer.apply'])),
})
export type BoardOrder = v.InferOutput<typeof BoardOrder>

export const BoardCourier = v.object({
  employeeId: Id,
  name: v.string(),
  /** Plate of the car on this shift, else of their own; empty without one. */
  plate: v.string(),
  /** Null for every region. */
  regionId: v.nullable(Id),
  isDisabled: v.boolean(),
  isOnShift: v.boolean(),
  isOnBreak: v.boolean(),
  inHand: InHand,
})
export type BoardCourier = v.InferOutput<typeof BoardCourier>

/** Assigned orders, and unassigned ones, on a board. */
export const maxBoardOrders = 500

export const operatorGetBoard = getCall('/operator/board', {
  summary: `Returns a day’s orders by courier: the enabled couriers and those with orders, on shift first, the orders with a pickup or a delivery on that day in the pickup site’s time zone, at most ${maxBoardOrders}, and the unassigned orders to pick up until the end of that day, the earliest promise first, at most ${maxBoardOrders}. \`region\` keeps couriers and orders of one region.`,
  audience: 'operator',
  query: v.strictObject({ day: Day, region: v.optional(Id) }),
  result: v.object({
    regions: v.array(v.object({ regionId: Id, name: v.string() })),
    couriers: v.array(BoardCourier),
    assigned: v.array(BoardOrder),
    unassigned: v.array(BoardOrder),
    /** Whether there are more orders than returned. */
    isCut: v.boolean(),
  }),
})

export type Board = CallResult<typeof operatorGetBoard>
