import type { Clock } from './clock.ts'

/** Waits for a promise with a timeout and abandons it afterwards. Rejects if the promise does. */
export async function waitAtMost(
  clock: Pick<Clock, 'after'>,
  work: Promise<unknown>,
  milliseconds: number,
): Promise<void> {
  let cancel = () => {}
  const over = new Promise<void>((resolve) => {
    cancel = clock.after(milliseconds, resolve)
  })
  try {
    await Promise.race([work, over])
  } finally {
    cancel()
  }
}
