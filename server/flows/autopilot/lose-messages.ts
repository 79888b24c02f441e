import type { Realtime } from '../../runtime/services.ts'

/** A realtime link that loses hints: open pages learn of changes only when they fetch. */
export const loseMessages = (realtime: Realtime): Realtime => ({
  unreadChanged() {},
  orderChanged() {},
  employeeHint() {},
  disconnect: (uin) => realtime.disconnect(uin),
  disconnectEmployee: (employeeId) => realtime.disconnectEmployee(employeeId),
  check: () => realtime.check(),
})
