import * as v from 'valibot'
import type { EmployeeRole } from '../contract/call.ts'
import { NewEmployee } from '../contract/employee.ts'

/** The employee of a form's fields, named as in the contract; null for invalid ones. An empty region means every region. */
export function toNewEmployee(
  role: EmployeeRole,
  { regionId, ...fields }: Readonly<Record<string, unknown>>,
): NewEmployee | null {
  const employee = v.safeParse(NewEmployee, {
    ...fields,
    role,
    ...(role === 'courier' && { regionId: regionId || null }),
  })
  return employee.success ? employee.output : null
}
