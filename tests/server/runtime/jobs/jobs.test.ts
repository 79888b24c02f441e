import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../../server/runtime/clock.ts'
import { forEach } from '../../../../server/runtime/jobs/for-each.ts'
import { startJobs } from '../../../../server/runtime/jobs/jobs.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('runs a job at its interval, never concurrently, and again after a failure', async () => {
  const errors: unknown[] = []
  const ends: (() => void)[] = []
  let runs = 0
  const run = () => {
    runs++
    if (runs === 1) return Promise.reject(new Error('first'))
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const stop = startJobs([{ name: 'job', everyMs: 1000, run }], systemClock, (name, error) =>
    errors.push([name, error]),
  )
  await vi.advanceTimersByTimeAsync(999)
  expect(runs).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect([runs, errors]).toEqual([1, [['job', new Error('first')]]])
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toBe(2)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toBe(3)

  let hasStopped = false
  const stopped = stop().then(() => {
    hasStopped = true
  })
  await vi.advanceTimersByTimeAsync(4999)
  expect(hasStopped).toBe(false)
  ends[1]?.()
  await stopped
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toBe(3)
})

test('runs an hourly job within the first minute as well', async () => {
  let runs = 0
  const hour = 3_600_000
  const run = async () => void runs++
  const stop = startJobs([{ name: 'job', everyMs: hour, run }], systemClock, () => {})
  await vi.advanceTimersByTimeAsync(59_999)
  expect(runs).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(hour - 1)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toBe(2)
  await stop()
})

test('stops after 5 s although a job hangs', async () => {
  const run = () => new Promise<void>(() => {})
  const stop = startJobs([{ name: 'job', everyMs: 1000, run }], systemClock, () => {})
  await vi.advanceTimersByTimeAsync(1000)
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(5000)
  await expect(stopped).resolves.toBeUndefined()
})

test('processes the other items when one fails', async () => {
  const done: number[] = []
  const work = forEach([1, 2, 3], async (item) => {
    if (item === 2) throw new Error('two')
    done.push(item)
  })
  await expect(work).rejects.toEqual(new AggregateError([new Error('two')], '1 of 3 failed'))
  expect(done).toEqual([1, 3])
})

test('processes as many items concurrently as allowed, each once', async () => {
  const ends: (() => void)[] = []
  const begun: number[] = []
  const hold = (item: number) => {
    begun.push(item)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const work = forEach([1, 2, 3, 4], hold, 3)
  expect(begun).toEqual([1, 2, 3])
  ends[1]?.()
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 3, 4]))
  for (const end of ends) end()
  await work
})

test('reports each failure of a run on its own', async () => {
  const failures: unknown[] = []
  const run = () =>
    forEach(['a', 'b', 'c'], (item) => (item === 'b' ? Promise.resolve() : Promise.reject(item)))
  const stop = startJobs([{ name: 'job', everyMs: 1_000, run }], systemClock, (name, error) =>
    failures.push([name, error]),
  )
  await vi.advanceTimersByTimeAsync(1_000)
  expect(failures).toEqual([
    ['job', 'a'],
    ['job', 'c'],
  ])
  await stop()
})
