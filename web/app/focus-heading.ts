const ownSteps = ['pointerdown', 'keydown'] as const

/**
 * Moves the focus to the page's heading, for those who listen. A screen may replace its skeleton, heading and all, when
 * its data comes: the focus follows until the traveller's first own step. Returns a function that ends it.
 */
export function focusHeading(): () => void {
  const follow = () => {
    const { activeElement, body } = document
    const main = document.querySelector('main')
    const heading = document.querySelector('h1') ?? main
    if (!heading || heading === activeElement) return
    // A field that asked for the focus keeps it.
    if (activeElement && activeElement !== body && activeElement !== main) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(follow)
  const end = () => {
    observer.disconnect()
    for (const step of ownSteps) removeEventListener(step, end, true)
  }
  follow()
  observer.observe(document.body, { childList: true, subtree: true })
  for (const step of ownSteps) addEventListener(step, end, true)
  return end
}
