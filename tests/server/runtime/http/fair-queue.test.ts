import { describe, expect, test } from 'vitest'
import { createFairQueue, QueueFullError } from '../../../../server/runtime/fair-queue.ts'

const bounds = { maxRunning: 2, maxRunningPerParty: 1, maxWaitingPerParty: 3 }

/** A queue whose tasks the test ends. */
const heldQueue = (given: Partial<typeof bounds> = {}) => {
  const queue = createFairQueue({ ...bounds, ...given })
  const started: string[] = []
  const ends = new Map<string, { resolve(): void; reject(error: Error): void }>()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    started,
    run: (name: string, signal?: AbortSignal) =>
      queue.run(
        name[0]!,
        () =>
          new Promise<string>((resolve, reject) => {
            started.push(name)
            ends.set(name, { resolve: () => resolve(name), reject })
          }),
        signal,
      ),
    async end(...names: string[]) {
      for (const name of names) ends.get(name)!.resolve()
      await settled()
    },
    async fail(name: string) {
      ends.get(name)!.reject(new Error(name))
      await settled()
    },
    settled,
  }
}

describe('the fair queue', () => {
  test('starts as many tasks as allowed, and a party’s next when one of its tasks ends', async () => {
    const { run, started, end, settled } = heldQueue()
    const results = ['a1', 'a2', 'b1', 'c1'].map((name) => run(name))
    await settled()
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    expect(started).toEqual(['a1', 'b1', 'c1'])
    await end('b1')
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2'])
    await end('c1', 'a2')
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'b1', 'c1'])
  })

  test('alternates between parties, however many tasks one of them adds', async () => {
    const { run, started, end, settled } = heldQueue({ maxRunning: 1 })
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void run(name)
    await settled()
    while (started.length < 6) await end(started.at(-1)!)
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('refuses only the party whose queue is full', async () => {
    const { run, started, settled } = heldQueue({ maxRunning: 1 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) void run(name)
    await expect(run('a5')).rejects.toThrow(QueueFullError)
    void run('b1')
    await settled()
    expect(started).toEqual(['a1'])
  })

  test('continues after a failing task', async () => {
    const { run, started, fail } = heldQueue({ maxRunning: 1 })
    const first = expect(run('a1')).rejects.toThrow('a1')
    void run('b1')
    await new Promise((resolve) => setImmediate(resolve))
    await fail('a1')
    await first
    expect(started).toEqual(['a1', 'b1'])
  })

  test('drops a task whose signal aborts before its turn', async () => {
    const { run, started, end, settled } = heldQueue({ maxRunning: 1 })
    const leaving = new AbortController()
    void run('a1')
    const left = expect(run('b1', leaving.signal)).rejects.toThrow('left')
    void run('c1')
    await settled()
    leaving.abort(new Error('left'))
    await left
    await end('a1')
    expect(started).toEqual(['a1', 'c1'])
    await expect(run('d1', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })
})
