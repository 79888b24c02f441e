import { type Job, operatorListJobs, operatorRetryJob } from '@handsfree/core/contract'
import { eq, like, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { runDueOrders } from '../../../../server/domain/orders/due-orders.ts'
import { orders } from '../../../../server/domain/orders/orders.table.ts'
import { readJobAges } from '../../../../server/flows/job-ages.ts'
import { retryFailedSweeps } from '../../../../server/flows/sweep.ts'
import { runUnpaidOrders } from '../../../../server/flows/unpaid-orders.ts'
import { runWaitingBags } from '../../../../server/flows/waiting-bags.ts'
import { describeError } from '../../../../server/runtime/http/describe-error.ts'
import { failedJobs } from '../../../../server/runtime/jobs/failed-jobs.table.ts'
import { forOrder } from '../../../../server/runtime/jobs/for-order.ts'
import { runDue, runStep } from '../../../../server/runtime/jobs/run-due.ts'
import { subscribe } from '../../../../server/runtime/metrics/measurements.ts'
import { newTraveller, operatorToken } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const minute = 60_000
const server = useServer()
beforeEach(async () => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  await server.services.db.delete(failedJobs)
})

const token = operatorToken
const jobs = async (state?: Job['state']) =>
  (await server.call(operatorListJobs, { query: state ? { state } : {}, token })).result.list
const retry = (jobId: string) => server.call(operatorRetryJob, { params: { jobId }, body: {}, token })
const failedWith = async (work: Promise<void>) => {
  const error = (await work.catch((thrown: unknown) => thrown)) as AggregateError | undefined
  return error ? error.errors.map((one) => describeError(one)) : null
}

test('retries a row after growing pauses, gives up after 12 tries, and processes other rows', async () => {
  const done: string[] = []
  let tries = 0
  const turn = (due: string[]) =>
    failedWith(
      runDue(server.services, 'uncollected', due, async (subject) => {
        if (subject !== 'broken') return done.push(subject)
        tries++
        throw new Error('out of order')
      }),
    )
  expect(await turn(['broken', 'a'])).toEqual([
    { subject: 'broken', name: 'Error', message: 'out of order', at: expect.any(Array) },
  ])
  expect(done).toEqual(['a'])
  const pauses: number[] = []
  for (;;) {
    const [job] = await jobs('failed')
    if (!job?.nextTime) break
    const pause = Date.parse(job.nextTime) - server.services.now().getTime()
    pauses.push(pause / minute)
    server.clock.advance(pause - 1)
    expect(await turn([])).toBe(null)
    server.clock.advance(1)
    await turn([])
  }
  expect([tries, pauses]).toEqual([12, [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]])
  const jobId = 'task-uncollected-broken'
  expect(await jobs()).toEqual([
    {
      jobId,
      kind: 'uncollected',
      state: 'givenUp',
      stage: 'givenUp',
      orderId: null,
      orderNumber: null,
      tries: 12,
      nextTime: null,
      lastError: 'out of order',
      createTime: '2026-11-21T02:00:00.000Z',
    },
  ])
  const ages = await readJobAges(server.services.db, server.services.now())
  const age = ages.find(({ kind, state }) => kind === 'uncollected' && state === 'givenUp')
  expect([age?.jobs, age?.seconds]).toEqual([1, 363 * 60])
  server.clock.advance(24 * 60 * minute)
  expect([await turn([]), tries]).toEqual([null, 12])

  expect((await retry(jobId)).code).toBe(0)
  expect((await jobs()).map(({ state, tries: counted, lastError }) => [state, counted, lastError])).toEqual([
    ['due', 0, null],
  ])
  await runDue(server.services, 'uncollected', [], async (subject) => done.push(subject))
  expect([done, await jobs()]).toEqual([['a', 'broken'], []])
  expect((await retry(jobId)).code).toBe(1007)
})

test('gives a failed row to one of two concurrent instances', async () => {
  const fail = async () => {
    throw new Error('first')
  }
  await failedWith(runDue(server.services, 'change', ['one'], fail))
  server.clock.advance(minute)
  let runs = 0
  const turn = () => runDue(server.services, 'change', [], async () => runs++)
  await Promise.all([turn(), turn()])
  expect([runs, await jobs()]).toEqual([1, []])
})

/** Copies of one traveller's order. Notifications fail for ids that begin with `broken-`. */
async function makeOrders(ids: string[], changes: Partial<typeof orders.$inferInsert>) {
  const ada = await newTraveller(server)
  const { orderId } = await ada.order()
  const { db } = server.services
  const [copied] = await db.select().from(orders).where(eq(orders.orderId, orderId))
  await db
    .insert(orders)
    .values(ids.map((id) => ({ ...copied!, ...changes, orderId: id, orderNumber: id, claimCode: id })))
  await db.execute(
    sql`alter table notifications add constraint broken check (content ->> 'orderId' not like 'broken-%') not valid`,
  )
  return {
    ada,
    orderId,
    repair: () => db.execute(sql`alter table notifications drop constraint broken`),
    remove: () => db.delete(orders).where(like(orders.orderId, '%-copy')),
  }
}

const broken = Array.from({ length: 20 }, (_, index) => `broken-${index}-copy`)

test('notifies of waiting bags behind 20 failing orders, and of those once they work', async () => {
  const due = server.services.now()
  const { ada, orderId, repair, remove } = await makeOrders(broken, { collectionReminderTime: due })
  const { db } = server.services
  await db
    .update(orders)
    .set({ collectionReminderTime: new Date(due.getTime() + 1) })
    .where(eq(orders.orderId, orderId))
  server.clock.advance(1)
  const failures = await failedWith(runWaitingBags(server.services))
  expect(failures?.map(({ subject }) => subject).sort()).toEqual([...broken].sort())
  expect(failures?.[0]).toMatchObject({ name: 'query', code: '23514', constraint: 'broken' })
  expect(await failedWith(runWaitingBags(server.services))).toBe(null)
  expect((await ada.notifications()).map(({ content }) => content)).toContainEqual(
    expect.objectContaining({ orderId }),
  )
  const listed = await jobs('failed')
  expect(listed).toHaveLength(20)
  expect(listed[0]).toMatchObject({
    kind: 'waitingBags',
    orderId: expect.stringMatching(/^broken-/),
    orderNumber: expect.stringMatching(/^broken-/),
    lastError: 'the database rejected the query',
  })
  await repair()
  server.clock.advance(minute)
  await runWaitingBags(server.services)
  expect(await jobs()).toEqual([])
  const left = await db.select().from(orders).where(like(orders.orderId, 'broken-%'))
  expect(left.map(({ collectionReminderTime }) => collectionReminderTime)).toEqual(Array(20).fill(null))
  await remove()
})

test('cancels and reminds of unpaid orders although other reminders fail', async () => {
  const due = server.services.now()
  const ids = [...broken, 'fine-copy']
  const { repair } = await makeOrders(ids, { paymentReminderTime: due, pickupTime: due })
  const { db } = server.services
  await failedWith(runUnpaidOrders(server.services))
  await failedWith(runUnpaidOrders(server.services))
  const [fine] = await db.select().from(orders).where(eq(orders.orderId, 'fine-copy'))
  expect([fine?.paymentReminderTime, fine?.closing]).toEqual([null, 'cancelled'])
  expect(new Set((await jobs()).map(({ kind }) => kind))).toContain('paymentReminder')
  await repair()
})

test('stores why a sweep step failed until it succeeds, and repeats it when an operator asks', async () => {
  const step = 'site-pictures'
  const fail = () => runStep(server.services, step, () => Promise.reject(new Error('gone')))
  await expect(fail()).rejects.toThrow(step)
  await expect(fail()).rejects.toThrow(step)
  const [job] = await jobs('failed')
  expect([job?.jobId, job?.tries, job?.nextTime, job?.lastError]).toEqual([
    `task-sweep-${step}`,
    2,
    '2026-11-21T03:00:00.000Z',
    'gone',
  ])
  await retryFailedSweeps(server.services)
  expect(await jobs()).toHaveLength(1)
  expect((await retry(`task-sweep-${step}`)).code).toBe(0)
  await retryFailedSweeps(server.services)
  expect(await jobs()).toEqual([])
})

test('returns 1007 for an unknown job', async () => {
  for (const jobId of ['task-x-y', 'task-change', 'task-change-x', 'task-'])
    expect((await retry(jobId)).code).toBe(1007)
})

test('names the order in the log line of a job that ran and of one that failed', async () => {
  const handled: unknown[] = []
  const stop = subscribe('orderHandled', (facts) => handled.push(facts))
  const { orderId } = await (await newTraveller(server)).order()
  const due = { isDue: eq(orders.orderId, orderId), since: orders.createTime }
  await runDueOrders(server.services, 'waitingBags', due, async () => {}).finally(stop)
  expect(handled).toEqual([{ kind: 'waitingBags', orderId }])

  const outOfOrder = async () => {
    throw new Error('out of order')
  }
  const failing = runDue(server.services, 'uncollected', [orderId], (subject) =>
    forOrder('uncollected', subject, outOfOrder),
  )
  expect(await failedWith(failing)).toEqual([
    { subject: orderId, orderId, name: 'Error', message: 'out of order', at: expect.any(Array) },
  ])
  expect((await jobs('failed')).map(({ lastError }) => lastError)).toEqual(['out of order'])
})
