/** No frame comes while the page is out of sight. */
const patienceMs = 100

/** Does what a tap means once a frame has shown that it was taken. */
export function afterFrame(work: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    work()
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, patienceMs)
}
