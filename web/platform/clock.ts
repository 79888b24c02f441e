import type { Platform } from '@handsfree/core'

/** The browser's timers. */
export const clock: Platform['clock'] = {
  setTimeout: (task, milliseconds) => setTimeout(task, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as number),
}
