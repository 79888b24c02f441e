import * as v from 'valibot'
import type { SnapshotFrom } from 'xstate'
import type { authMachine } from '../auth/auth.machine.ts'
import { CrewMember, type CrewSession } from '../contract/crew.ts'
import type { Account } from '../contract/user.ts'

/** The account that a session belongs to. */
export const toAccount = ({ token, employee }: CrewSession): Account => ({ token, uin: employee.employeeId })

/** The signed-in employee, also without a network; null until they are read. */
export const selectMember = ({
  context: { profile },
}: SnapshotFrom<typeof authMachine>): CrewMember | null =>
  v.is(CrewMember, profile?.employee) ? profile.employee : null
