import { expect, it } from 'vitest'
import { Time } from '../../../simulator/time.ts'
import { type Slowness, Turns, type Worker } from '../../../simulator/turns.ts'

/**
 * Runs two workers with two statements each, the first one slow. Returns the statements in order, and the pending
 * work.
 */
async function play(slowness: Slowness | null) {
  const time = new Time(0)
  const done: string[] = []
  let busy = 0
  const turns = new Turns(time, (change) => {
    busy += change
  })
  const [first, second]: Worker[] = [{}, {}]
  const work = (name: string, worker: Worker) => async () => {
    for (const statement of [1, 2]) {
      await turns.reachStatement(worker)
      done.push(`${name}${statement} at ${time.now}`)
    }
  }
  const slow = slowness ? { worker: first!, slowness } : undefined
  const ends = Promise.all([turns.run(work('a', first!), slow), turns.run(work('b', second!))])
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  const [before, waits] = [[...done], busy]
  for (let next = time.next(1_000); next; next = time.next(1_000)) {
    next()
    await settle()
  }
  await ends
  return { before, waits, done, busy }
}

it('completes one piece of work before the next begins', async () => {
  const done = ['a1 at 0', 'a2 at 0', 'b1 at 0', 'b2 at 0']
  expect(await play(null)).toEqual({ before: done, waits: 0, done, busy: 0 })
})

it('runs other work while one waits between two statements, and counts it as idle', async () => {
  const before = ['a1 at 0', 'b1 at 0', 'b2 at 0']
  expect(await play({ statement: 1, milliseconds: 250 })).toEqual({
    before,
    waits: 0,
    done: [...before, 'a2 at 250'],
    busy: 0,
  })
})

it('ignores a wait for a statement that a piece of work does not have', async () => {
  const { done } = await play({ statement: 2, milliseconds: 250 })
  expect(done).toEqual(['a1 at 0', 'a2 at 0', 'b1 at 0', 'b2 at 0'])
})
