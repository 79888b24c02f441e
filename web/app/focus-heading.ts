const userEvents = ['pointerdown', 'keydown'] as const

/**
 * Focuses the page's heading for screen readers. Follows a heading that replaces a skeleton's, until the first user
 * input. Returns a stop function.
 */
export function focusHeading(): () => void {
  const focusCurrent = () => {
    const { activeElement, body } = document
    const main = document.querySelector('main')
    const heading = document.querySelector('h1') ?? main
    if (!heading || heading === activeElement) return
    // Fields with `autoFocus` keep the focus.
    if (activeElement && activeElement !== body && activeElement !== main) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(focusCurrent)
  const end = () => {
    observer.disconnect()
    for (const step of userEvents) removeEventListener(step, end, true)
  }
  focusCurrent()
  observer.observe(document.body, { childList: true, subtree: true })
  for (const step of userEvents) addEventListener(step, end, true)
  return end
}
