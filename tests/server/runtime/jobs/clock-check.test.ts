import { expect, test, vi } from 'vitest'
import { withClockCheck } from '../../../../server/runtime/jobs/clock-check.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

const minute = 60_000

/** A job on a machine whose clock is off by `wrongBy` milliseconds. */
function jobOn(wrongBy: number, isTimed?: boolean) {
  const run = vi.fn(async () => {})
  const job = { name: 'a job', everyMs: 1_000, run, ...(isTimed === undefined ? {} : { isTimed }) }
  const { db } = server.services
  return { job: withClockCheck(job, { db, now: () => new Date(Date.now() + wrongBy) }), run }
}

test('runs a timed job while the clock is within 4 minutes of the database’s', async () => {
  for (const wrongBy of [0, 4 * minute, -4 * minute]) {
    const { job, run } = jobOn(wrongBy, true)
    await job.run()
    expect(run).toHaveBeenCalledTimes(1)
  }
})

test('blocks a timed job while the clock differs from the database’s, and reports by how much', async () => {
  for (const [wrongBy, words] of [
    [
      365 * 24 * 60 * minute,
      /^this machine's clock is 3153[56]\d{3} s ahead of the database's: deadlines, cancellations and deletions are paused/,
    ],
    [
      -6 * minute,
      /^this machine's clock is 3[56]\d s behind the database's: deadlines, cancellations and deletions are paused/,
    ],
  ] as const) {
    const { job, run } = jobOn(wrongBy, true)
    await expect(job.run()).rejects.toThrow(words)
    expect(run).not.toHaveBeenCalled()
  }
})

test('runs untimed jobs with any clock', async () => {
  const { job, run } = jobOn(365 * 24 * 60 * minute)
  await job.run()
  expect(run).toHaveBeenCalledTimes(1)
})
