import { timingSafeEqual } from 'node:crypto'
import type { Settings } from '../settings.ts'
import { hashToken } from './tokens.ts'

/** Who makes an operator call. */
export type Employee = { employeeId: string }

/** The employee behind a token, or null. */
export function findEmployee(settings: Pick<Settings, 'operatorToken'>, tokenHash: string): Employee | null {
  if (!settings.operatorToken) return null
  const isOperator = timingSafeEqual(Buffer.from(tokenHash), Buffer.from(hashToken(settings.operatorToken)))
  return isOperator ? { employeeId: 'operator' } : null
}
