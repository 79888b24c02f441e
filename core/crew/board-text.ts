import type { Board, BoardCourier, BoardOrder } from '../contract/board.ts'
import { bagsText } from '../i18n/bags.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { joinParts } from '../i18n/place.ts'
import { formatClock } from '../i18n/time.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf } from '../lib/failure.ts'
import { actProblemText } from './act-text.ts'
import type { AssignmentAnswer, BoardView } from './board.ts'
import type { BoardCell, BoardGridRow } from './board-grid.ts'
import type { CourierFit } from './suggest-courier.ts'

type Regions = Pick<Board, 'regions'>

/** Where the courier works. */
export const courierRegionText = (
  intl: Formatter,
  { regionId }: BoardCourier,
  { regions }: Regions,
): string =>
  regionId === null
    ? intl.formatMessage({ id: 'crewBoard.everyRegion' })
    : (regions.find((region) => region.regionId === regionId)?.name ?? regionId)

/** Whether the courier is at work, in words. */
export function courierShiftText(
  intl: Formatter,
  { isDisabled, isOnShift, isOnBreak }: BoardCourier,
): string {
  if (isDisabled) return intl.formatMessage({ id: 'crewBoard.disabled' })
  if (!isOnShift) return intl.formatMessage({ id: 'crewAct.courierOff' })
  return isOnBreak
    ? intl.formatMessage({ id: 'crewAct.courierBreak' })
    : intl.formatMessage({ id: 'crewBoard.onShift' })
}

/** A courier's orders and bags of the day: "3 orders, 7 bags". */
export const dayLoadText = (
  intl: Formatter,
  { orders, pieces }: Pick<BoardGridRow, 'orders' | 'pieces'>,
): string =>
  orders === 0
    ? intl.formatMessage({ id: 'crewBoard.noOrders' })
    : intl.formatMessage({ id: 'crewBoard.load' }, { orders, bags: bagsText(intl, pieces) })

/** Why the courier is suggested: region, time, room in the car, break and load. */
export function suggestionText(
  intl: Formatter,
  { courier, isFree, hasRoom, ...load }: CourierFit,
  { orders, regions }: Regions & { orders: readonly BoardOrder[] },
): string {
  const [order] = orders
  const time = order ? formatClock(order.pickup.time, { intl, timeZone: order.timeZone }) : ''
  return joinParts([
    courier.regionId === null
      ? intl.formatMessage({ id: 'crewBoard.reason.everyRegion' })
      : intl.formatMessage(
          { id: 'crewBoard.reason.region' },
          { region: courierRegionText(intl, courier, { regions }) },
        ),
    isFree
      ? intl.formatMessage({ id: 'crewBoard.reason.free' }, { time, count: orders.length })
      : intl.formatMessage({ id: 'crewBoard.reason.busy' }, { time, count: orders.length }),
    !hasRoom && intl.formatMessage({ id: 'crewBoard.reason.full' }),
    courier.isOnBreak && intl.formatMessage({ id: 'crewAct.courierBreak' }),
    dayLoadText(intl, load),
  ])
}

/** A half-hour in words: "Pick up 3 bags, deliver 2 bags, late". */
export const boardCellText = (intl: Formatter, { pickups, deliveries, isLate, isFull }: BoardCell): string =>
  joinParts([
    pickups > 0 && intl.formatMessage({ id: 'crewBoard.pickups' }, { bags: bagsText(intl, pickups) }),
    deliveries > 0 &&
      intl.formatMessage({ id: 'crewBoard.deliveries' }, { bags: bagsText(intl, deliveries) }),
    isLate && intl.formatMessage({ id: 'crewBoard.late' }),
    isFull && intl.formatMessage({ id: 'crewBoard.full' }),
  ])

/** How the latest unassigned orders differ from the rows on the page. */
export const boardChangeText = (intl: Formatter, { arrivals, done }: BoardView): string =>
  joinParts([
    arrivals > 0 && intl.formatMessage({ id: 'crewQueue.arrivals' }, { count: arrivals }),
    done > 0 && intl.formatMessage({ id: 'crewQueue.doneCount' }, { count: done }),
  ]) || intl.formatMessage({ id: 'crewQueue.moved' })

function refusalText(intl: Formatter, { act }: BoardOrder, failure: ApiFailure): string {
  if (failure.kind !== 'refused') return actProblemText(intl, 'courier.assign', failure)
  const { code, details } = failure
  if (code === errorCodes.assignOperationRejected && fieldOf(details) === 'regionId')
    return intl.formatMessage({ id: 'crewShift.refused.region' })
  if (code === errorCodes.userStateError || code === errorCodes.userNotExists)
    return intl.formatMessage({ id: 'crewBoard.refused.disabled' })
  if (code === errorCodes.employeeNotBoundToCar) return intl.formatMessage({ id: 'crewBoard.refused.noCar' })
  return actProblemText(intl, act ?? 'courier.assign', failure)
}

/** The result of an assignment: who was asked, or why not, and the way on. */
export const assignmentText = (intl: Formatter, { order, courierName, failure }: AssignmentAnswer): string =>
  intl.formatMessage(
    { id: failure ? 'crewBoard.refused' : 'crewBoard.asked' },
    {
      order: order.orderNumber,
      name: courierName,
      problem: failure ? refusalText(intl, order, failure) : '',
    },
  )
