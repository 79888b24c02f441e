import { type Clock, wait } from '../clock.ts'

/** Runs the first tasks immediately and the others in order, at most `size` every `everyMs`. */
export function createPace(
  clock: Pick<Clock, 'later'>,
  { size, everyMs }: { size: number; everyMs: number },
): (task: () => void) => void {
  const queue: (() => void)[] = []
  let left = size
  let isTimed = false
  const runNext = (): void => {
    while (left > 0) {
      const task = queue.shift()
      if (!task) return
      left--
      task()
    }
  }
  const startPeriod = (): void => {
    if (isTimed) return
    isTimed = true
    clock.later(everyMs, () => {
      isTimed = false
      left = size
      if (queue.length > 0) startPeriod()
      runNext()
    })
  }
  return (task) => {
    queue.push(task)
    startPeriod()
    runNext()
  }
}

/** Runs `task` for all items, `size` at once, with a pause after each batch. */
export async function inBatches<Item>(
  clock: Pick<Clock, 'after'>,
  items: readonly Item[],
  { size, pauseMs }: { size: number; pauseMs: number },
  task: (item: Item) => unknown,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await wait(clock, pauseMs)
    await Promise.all(items.slice(start, start + size).map(task))
  }
}
