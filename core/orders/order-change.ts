import * as v from 'valibot'
import { ChangePreview } from '../contract/change.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, isRefusedWith } from '../lib/failure.ts'

/** The preview at today's difference, where the one that was confirmed no longer holds; else null. */
export function newPreviewOf(failure: ApiFailure): ChangePreview | null {
  if (failure.kind !== 'refused' || !isRefusedWith(failure, errorCodes.billingRuleNotFound)) return null
  const preview = v.safeParse(ChangePreview, failure.details)
  return preview.success ? preview.output : null
}

const unchangeableCodes = [errorCodes.cannotChange, errorCodes.expressLocked] as const

/** Whether the server refused because the order can no longer be changed. */
export const isUnchangeable = (failure: ApiFailure): boolean =>
  unchangeableCodes.some((code) => isRefusedWith(failure, code))
