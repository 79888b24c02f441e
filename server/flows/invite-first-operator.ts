import type { NewEmployee } from '@handsfree/core/contract'
import { eq, sql } from 'drizzle-orm'
import { logChanges } from '../domain/catalogue/catalogue-log.ts'
import { employees } from '../domain/users/employees.table.ts'
import { invite } from '../domain/users/invitations.ts'
import { writeUnique } from '../runtime/db/work.ts'
import { newId } from '../runtime/random.ts'
import type { Services } from '../runtime/services.ts'
import { StartError } from '../runtime/start-error.ts'

export type FirstOperator = Extract<NewEmployee, { role: 'operator' }>

/**
 * Adds the first operator and returns their invitation. Repeatable with the same number until the invitation is
 * accepted. Throws `StartError` once another operator exists.
 */
export const inviteFirstOperator = (
  { db, now, random }: Pick<Services, 'db' | 'now' | 'random'>,
  operator: FirstOperator,
): Promise<{ token: string; expiresAt: string }> =>
  db.transaction(async (tx) => {
    // Two runs at the same time would each find no operator.
    await tx.execute(sql`lock table ${employees} in share row exclusive mode`)
    const digitsOf = (phone: string) => phone.replace(/\D/g, '')
    const operators = await tx.select().from(employees).where(eq(employees.role, 'operator'))
    const invited = operators.find(({ phone }) => digitsOf(phone) === digitsOf(operator.phone))
    if (operators.length > 1 || (operators.length === 1 && (!invited || invited.passwordHash !== null))) {
      throw new StartError(
        'An operator exists already. Operators invite other employees in the app: Office, Employees.',
      )
    }
    const employeeId = invited?.employeeId ?? newId(random)
    if (!invited) {
      const isNew = await writeUnique(tx, (inner) =>
        inner.insert(employees).values({ ...operator, employeeId, createTime: now() }),
      )
      if (!isNew) throw new StartError('A courier or a desk has this phone number. Use another one.')
    }
    await logChanges(
      tx,
      [
        {
          kind: 'employees',
          id: employeeId,
          change: invited ? 'changed' : 'created',
          fields: invited ? ['invitation'] : [],
        },
      ],
      { actor: 'system', now: now(), random },
    )
    return invite(tx, { random, now }, employeeId)
  })
