import * as v from 'valibot'
import type { SnapshotFrom } from 'xstate'
import type { App } from '../app.ts'
import type { authMachine } from '../auth/auth.machine.ts'
import { CrewMember, type CrewSession, startDemoCrewSession } from '../contract/crew.ts'
import type { Account } from '../contract/user.ts'

/** The account that a session belongs to. */
export const toAccount = ({ token, employee }: CrewSession): Account => ({ token, uin: employee.employeeId })

/** The signed-in employee, also without a network; null until they are read. */
export const selectMember = ({
  context: { profile },
}: SnapshotFrom<typeof authMachine>): CrewMember | null =>
  v.is(CrewMember, profile?.employee) ? profile.employee : null

/** Signs in with a new session. Another employee's session on this device is signed out first. */
export function enterCrewSession({ auth }: Pick<App, 'auth'>, session: CrewSession): void {
  const account = toAccount(session)
  const previous = auth.getSnapshot().context.account
  // An invitation has ended the same employee's sessions, so their token can't be signed out.
  if (previous) auth.send({ type: previous.uin === account.uin ? 'account.removed' : 'auth.signOut' })
  auth.send({ type: 'account.found', account })
}

/** Signs in as a demo employee, unless they already are. Other servers refuse, which changes nothing. */
export async function enterAsDemoEmployee(app: App, employeeId: string): Promise<void> {
  if (app.auth.getSnapshot().context.account?.uin === employeeId) return
  const session = await app.api.call(startDemoCrewSession, { body: { employeeId } })
  if (session.ok) enterCrewSession(app, session.value)
}
