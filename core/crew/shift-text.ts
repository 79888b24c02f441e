import { failureText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { errorCodes } from '../lib/error-codes.ts'
import type { ApiFailure } from '../lib/failure.ts'

const orderCount = (details: unknown): number => {
  const { orderIds } = (details ?? {}) as { orderIds?: unknown }
  return Array.isArray(orderIds) ? orderIds.length : 1
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
  if (code === errorCodes.assignOperationRejected)
    return intl.formatMessage({ id: 'crewShift.refused.bags' }, { count: orderCount(details) })
  return code in refusals
    ? intl.formatMessage({ id: `crewShift.refused.${refusals[code as keyof typeof refusals]}` })
    : failureText(intl, failure)
}
