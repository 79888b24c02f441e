import { expect, test } from 'vitest'
import { systemClock } from '../../../../server/runtime/clock.ts'
import { requestCounts } from '../../../../server/runtime/http/request-counts.table.ts'
import { shareCounts, sweepRequestCounts } from '../../../../server/runtime/http/request-counts.ts'
import { createRequestLimits } from '../../../../server/runtime/http/request-limits.ts'
import { createSharedLimit } from '../../../../server/runtime/http/shared-limit.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

const minute = 60_000

/** Two instances that count in the server's database. */
function startInstances(name: string) {
  const { db, keys } = server.services
  const start = () => createSharedLimit(systemClock, shareCounts(db, keys), name, minute)
  return { one: start(), two: start() }
}

const passed = (answers: (number | null)[]) => answers.filter((answer) => answer === null).length

test.each([40, 100, 6_000])('lets at most %d requests through two instances together', async (max) => {
  const { one, two } = startInstances(`limit of ${max}`)
  const answers: (number | null)[] = []
  for (let count = 0; count < max; count += 10) {
    const batch = Array.from({ length: 10 }, () => [one('a guest', max), two('a guest', max)]).flat()
    answers.push(...(await Promise.all(batch)))
  }
  expect(passed(answers)).toBeLessThanOrEqual(max)
  expect(passed(answers)).toBeGreaterThanOrEqual(max * 0.9)
  for (const wait of await Promise.all([one('a guest', max), two('a guest', max)]))
    expect(wait).toBeGreaterThan(50)
  expect(await one('another guest', max)).toBeNull()
})

test('needs one statement per twentieth of the limit', async () => {
  let statements = 0
  const { db, keys } = server.services
  const take = shareCounts(db, keys)
  const limit = createSharedLimit(
    systemClock,
    (...given) => {
      statements++
      return take(...given)
    },
    'statements',
    minute,
  )
  for (let count = 0; count < 600; count++) await limit('a guest', 1_200)
  expect(statements).toBeLessThanOrEqual(10)
})

test('counts alone while the database does not answer', async () => {
  const failing = createSharedLimit(systemClock, () => Promise.reject(new Error('gone')), 'failing', minute)
  const answers = await Promise.all(Array.from({ length: 50 }, () => failing('a guest', 40)))
  expect(passed(answers)).toBe(40)
})

test('starts a new window once the shared one has ended, and deletes ended ones', async () => {
  const { db, keys } = server.services
  const take = shareCounts(db, keys)
  expect(await take('short', 'a guest', 5, minute)).toMatchObject({ count: 5 })
  expect(await take('short', 'a guest', 5, minute)).toMatchObject({ count: 10 })
  await db.update(requestCounts).set({ endTime: new Date(0) })
  expect(await take('short', 'a guest', 5, minute)).toMatchObject({ count: 5 })
  await db.update(requestCounts).set({ endTime: new Date(0) })
  await sweepRequestCounts(db, new Date(1))
  expect(await db.select().from(requestCounts)).toEqual([])
})

test('stores no address and no token', async () => {
  const { db, keys, settings } = server.services
  const limits = createRequestLimits({
    settings: { ...settings, limits: { perAddress: 1, perAccount: 1 } },
    clock: systemClock,
    takeShared: shareCounts(db, keys),
  })
  for (let count = 0; count < 2; count++) {
    await limits.countAddress('203.0.113.7')
    await limits.countAccount('hash of a token')
  }
  const stored = JSON.stringify(await db.select().from(requestCounts))
  expect(stored).toMatch(/"address [\w-]{43}".*"account [\w-]{43}"|"account [\w-]{43}".*"address [\w-]{43}"/)
  expect(stored).not.toMatch(/203\.0|hash of/)
})
