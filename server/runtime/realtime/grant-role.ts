import { brokerClientId, employeeClientId } from '@handsfree/core/realtime'
import type { Callers } from '../services.ts'
import type { BrokerGrant } from './password.ts'

/** The role of an employee, or `traveller`. Null if the token was revoked. */
export async function findGrantRole(
  callers: Pick<Callers, 'isTokenAlive' | 'findEmployee'>,
  { clientId, holder, tokenHash }: BrokerGrant,
) {
  if (clientId === brokerClientId(holder)) {
    return (await callers.isTokenAlive(tokenHash)) ? 'traveller' : null
  }
  if (clientId !== employeeClientId(holder)) return null
  const employee = await callers.findEmployee(tokenHash)
  return employee?.employeeId === holder ? employee.role : null
}
