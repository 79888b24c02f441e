/** A page that would lose something if it were left now. */
export type LeaveGuard = {
  isActive: () => boolean
  /** Asks the traveller; calls `leave` when the page may be left. */
  ask: (leave: () => void) => void
}

const guards = new Set<LeaveGuard>()

/** Lets a page ask before it is left, also by "back" and by closing the window. Returns a stop function. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

/** The page that has to ask first; none in most cases. */
export const activeLeaveGuard = (): LeaveGuard | undefined => [...guards].find(({ isActive }) => isActive())

/** The browser's own question, for reloads and closed windows. */
export const askBeforeUnload = (event: BeforeUnloadEvent): void => {
  if (activeLeaveGuard()) event.preventDefault()
}
