import type { Realtime } from '../../runtime/services.ts'

/** Drops realtime hints, so that open pages only see changes when they refetch. */
export const loseMessages = (realtime: Realtime): Realtime => ({
  unreadChanged() {},
  orderChanged() {},
  employeeHint() {},
  operatorsHint() {},
  disconnect: (uin) => realtime.disconnect(uin),
  disconnectEmployee: (employeeId) => realtime.disconnectEmployee(employeeId),
  check: () => realtime.check(),
})
