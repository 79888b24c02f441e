const load = () => import('./toasts.tsx')

/**
 * Short messages over the page; their code loads with the first. Nothing that a traveller must read belongs here: use
 * an `Alert` for that.
 */
export const toast = {
  /** Shows a line for 2000 ms. */
  show(text: string): void {
    load().then(
      ({ toasts }) => toasts.show(text),
      () => undefined,
    )
  },
  /**
   * Shows a line that asks the traveller for something: read out at once, and there until it is closed. Where the network
   * is gone with the code for it, the browser says it.
   */
  ask(text: string, closeLabel: string): void {
    load().then(
      ({ toasts }) => toasts.ask(text, closeLabel),
      () => alert(text),
    )
  },
  /** Blocks every tap while something is sent. Returns a function that ends it. */
  loading(text: string): () => void {
    const ending = load().then(
      ({ toasts }) => toasts.loading(text),
      () => () => undefined,
    )
    return () => void ending.then((end) => end())
  },
}
