/** A page that would lose something if it were left now. */
export type Holder = {
  isHolding: () => boolean
  /** Asks the traveller; calls `leave` when the page may be left. */
  ask: (leave: () => void) => void
}

const holders = new Set<Holder>()

/** Lets a page ask before it is left, also by "back" and by closing the window. Returns a stop function. */
export function holdPage(holder: Holder): () => void {
  holders.add(holder)
  return () => holders.delete(holder)
}

/** The page that has to ask first; none in most cases. */
export const currentHolder = (): Holder | undefined => [...holders].find(({ isHolding }) => isHolding())

/** The browser's own question, for reloads and closed windows. */
export const askBeforeUnload = (event: BeforeUnloadEvent): void => {
  if (currentHolder()) event.preventDefault()
}
