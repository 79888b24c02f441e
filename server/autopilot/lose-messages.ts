import type { Realtime } from '../services.ts'

/** A realtime link that loses hints: open pages learn of changes only when they fetch. */
export const loseMessages = (realtime: Realtime): Realtime => ({
  unreadChanged() {},
  orderChanged() {},
  disconnect: (uin) => realtime.disconnect(uin),
  check: () => realtime.check(),
})
