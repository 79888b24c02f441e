const load = () => import('./toasts.tsx')

/** Loads its code with the first toast. Use an `Alert` for messages that travellers must read. */
export const toast = {
  /** Shows a toast for 2000 ms (spec section 9). */
  show(text: string): void {
    load().then(
      ({ toasts }) => toasts.show(text),
      () => undefined,
    )
  },
  /** Announced immediately, and stays until closed. Falls back to `alert` if the code can't be loaded. */
  showUntilClosed(text: string, closeLabel: string): void {
    load().then(
      ({ toasts }) => toasts.showUntilClosed(text, closeLabel),
      () => alert(text),
    )
  },
  loading(text: string): () => void {
    const ending = load().then(
      ({ toasts }) => toasts.loading(text),
      () => () => undefined,
    )
    return () => void ending.then((end) => end())
  },
}
