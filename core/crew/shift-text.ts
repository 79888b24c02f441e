import type { InHand } from '../contract/crew.ts'
import { bagsText } from '../i18n/bags.ts'
import { failureText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf } from '../lib/failure.ts'

/** Ids of the orders that keep a courier from leaving; empty for other failures. */
export function carriedOrders(failure: ApiFailure | null): readonly string[] {
  const { orderIds } = ((failure?.kind === 'refused' && failure.details) || {}) as { orderIds?: unknown }
  return Array.isArray(orderIds) ? orderIds : []
}

const refusals = {
  [errorCodes.employeeNotBoundToCar]: 'noCar',
  [errorCodes.carActivatedByOthers]: 'carTaken',
  [errorCodes.carActivatedNotByMe]: 'otherCar',
  [errorCodes.attendanceNotExists]: 'noShift',
  [errorCodes.paramError]: 'unknownPlate',
} as const

/** Why the shift didn't change, and what to do. */
export function shiftProblemText(intl: Formatter, failure: ApiFailure): string {
  if (failure.kind !== 'refused') return failureText(intl, failure)
  const { code, details } = failure
  const field = fieldOf(details)
  if (code === errorCodes.assignOperationRejected && field === 'regionId')
    return intl.formatMessage({ id: 'crewShift.refused.region' })
  if (code === errorCodes.assignOperationRejected)
    return intl.formatMessage(
      { id: 'crewShift.refused.bags' },
      { count: Math.max(1, carriedOrders(failure).length) },
    )
  return code in refusals
    ? intl.formatMessage({ id: `crewShift.refused.${refusals[code as keyof typeof refusals]}` })
    : failureText(intl, failure)
}

/** The bags that a courier carries: "2 bags of 1 order"; empty if nothing. */
export const inHandText = (intl: Formatter, { orders, pieces }: InHand): string =>
  orders === 0 ? '' : intl.formatMessage({ id: 'crewShift.inHand' }, { bags: bagsText(intl, pieces), orders })
