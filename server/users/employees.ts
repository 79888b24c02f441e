import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { EmployeeRole } from '@handsfree/core/api'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import type { Settings } from '../settings.ts'
import { employees, employeeTokens } from './employees.table.ts'
import { hashToken } from './tokens.ts'

/** Who makes an operator call. `siteId` is where a site worker works. */
export type Employee = { employeeId: string; role: EmployeeRole; siteId: string | null }

/** The employee whom `HANDSFREE_OPERATOR_TOKEN` makes: the operator who adds the others. */
const bootstrapOperator: Employee = { employeeId: 'operator', role: 'operator', siteId: null }

const isBootstrap = ({ operatorToken }: Pick<Settings, 'operatorToken'>, tokenHash: string): boolean =>
  operatorToken !== null && timingSafeEqual(Buffer.from(tokenHash), Buffer.from(hashToken(operatorToken)))

/** The employee behind a token, or null: an unknown token, or one of somebody who is disabled. */
export async function findEmployee(
  db: Database,
  settings: Pick<Settings, 'operatorToken'>,
  tokenHash: string,
): Promise<Employee | null> {
  if (isBootstrap(settings, tokenHash)) return bootstrapOperator
  const [found] = await db
    .select({ employeeId: employees.employeeId, role: employees.role, siteId: employees.siteId })
    .from(employeeTokens)
    .innerJoin(employees, eq(employees.employeeId, employeeTokens.employeeId))
    .where(and(eq(employeeTokens.tokenHash, tokenHash), isNull(employees.disableTime)))
  return found ?? null
}

/** Makes a token of 256 random bits; the employee's earlier ones end. It is shown once. */
export async function issueEmployeeToken(tx: Transaction, employeeId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await endEmployeeTokens(tx, employeeId)
  await tx.insert(employeeTokens).values({ tokenHash: hashToken(token), employeeId, createTime: now })
  return token
}

/** Ends every token of an employee. */
export const endEmployeeTokens = (tx: Transaction, employeeId: string) =>
  tx.delete(employeeTokens).where(eq(employeeTokens.employeeId, employeeId))
