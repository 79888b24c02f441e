import type { Realtime } from '../services.ts'

/** A line on which hints get lost: open pages learn what happened only when they fetch. */
export const loseMessages = (realtime: Realtime): Realtime => ({
  unreadChanged() {},
  orderChanged() {},
  disconnect: (uin) => realtime.disconnect(uin),
})
