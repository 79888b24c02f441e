import { acceptInvitation, getInvitation, operatorListCatalogueLog } from '@handsfree/core/contract'
import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { employees, employeeTokens } from '../../../server/domain/users/employees.table.ts'
import { inviteFirstOperator } from '../../../server/flows/invite-first-operator.ts'
import { newPhone } from '../harness.ts'
import { useServer } from '../use-server.ts'

const server = useServer()

/** A company's database has no operator at first. */
beforeEach(async () => {
  const { db } = server.services
  const operators = db
    .select({ employeeId: employees.employeeId })
    .from(employees)
    .where(eq(employees.role, 'operator'))
  await db.delete(employeeTokens).where(inArray(employeeTokens.employeeId, operators))
  await db.update(employees).set({ role: 'courier' }).where(eq(employees.role, 'operator'))
})

const invite = (phone: string) =>
  inviteFirstOperator(server.services, { role: 'operator', name: 'Li Na', phone })
const accept = (token: string) =>
  server.call(acceptInvitation, { params: { token }, body: { password: 'seven brown bags' } })

test('invites the first operator, who signs in and is logged as added by the system', async () => {
  const { token } = await invite(`+86 ${newPhone()}`)
  const { result } = await accept(token)
  expect(result.employee).toMatchObject({ role: 'operator', name: 'Li Na' })
  const log = await server.call(operatorListCatalogueLog, { token: result.token })
  expect(log.result.list[0]).toMatchObject({
    actor: 'system',
    kind: 'employees',
    id: result.employee.employeeId,
    change: 'created',
  })
})

test('replaces the invitation of the same number until a password is set, and then refuses', async () => {
  const phone = `+86 ${newPhone()}`
  const first = await invite(phone)
  const second = await invite(phone.replaceAll(' ', ''))
  expect((await server.call(getInvitation, { params: { token: first.token } })).code).toBe(1002)
  await expect(invite(`+86 ${newPhone()}`)).rejects.toThrow('An operator exists already')
  expect((await accept(second.token)).code).toBe(0)
  await expect(invite(phone)).rejects.toThrow('An operator exists already')
})

test('refuses the number of a courier', async () => {
  const [courier] = await server.services.db.select().from(employees).where(eq(employees.role, 'courier'))
  await expect(invite(courier?.phone ?? '')).rejects.toThrow('phone number')
})
