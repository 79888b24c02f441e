import type { App } from '../app.ts'
import { startDemoCrewSession } from '../contract/crew.ts'
import { enterCrewSession } from './create-new-password.ts'

/** Signs in as a demo employee, unless they already are. Other servers refuse, which changes nothing. */
export async function enterAsDemoEmployee(app: App, employeeId: string): Promise<void> {
  if (app.auth.getSnapshot().context.account?.uin === employeeId) return
  const session = await app.api.call(startDemoCrewSession, { body: { employeeId } })
  if (session.ok) enterCrewSession(app, session.value)
}
