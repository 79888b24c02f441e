export type LeaveGuard = {
  isActive: () => boolean
  confirm: (leave: () => void) => void
}

const guards = new Set<LeaveGuard>()

/** Lets a page confirm before navigation, "back" and closing the window. Returns a stop function. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

export const activeLeaveGuard = (): LeaveGuard | undefined => [...guards].find(({ isActive }) => isActive())

/** Shows the browser's own prompt for reloads and closed windows. */
export const confirmBeforeUnload = (event: BeforeUnloadEvent): void => {
  if (activeLeaveGuard()) event.preventDefault()
}
