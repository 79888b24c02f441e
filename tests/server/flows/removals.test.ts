import { type Job, operatorListJobs } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { files } from '../../../server/domain/files/files.table.ts'
import { removeContents } from '../../../server/domain/files/remove-files.ts'
import { removedFiles } from '../../../server/domain/files/removed-files.table.ts'
import { orders, orderTrace } from '../../../server/domain/orders/orders.table.ts'
import { sweep } from '../../../server/flows/sweep.ts'
import { StorageError } from '../../../server/runtime/files/s3-store.ts'
import { failedJobs } from '../../../server/runtime/jobs/failed-jobs.table.ts'
import type { FileStore } from '../../../server/runtime/services.ts'
import { newTraveller, operatorToken } from '../trip.ts'
import { useServer } from '../use-server.ts'

const start = new Date('2026-11-21T02:00:00.000Z')
const server = useServer()
beforeEach(async () => {
  server.clock.set(start)
  await server.services.db.delete(failedJobs)
})

const jobs = async (): Promise<Job[]> =>
  (await server.call(operatorListJobs, { token: operatorToken })).result.list
/** Runs the sweep with this `remove`. Returns the number of failed steps. */
const sweepWith = (remove: FileStore['remove']) => {
  const { services } = server
  return sweep({ ...services, fileStore: { ...services.fileStore, remove } }).catch(
    ({ errors }: AggregateError) => errors.length,
  )
}
/** A traveller's cancelled orders with a picture each. */
const cancelledOrders = async (count: number) => {
  const made = []
  for (let number = 0; number < count; number++) {
    const ada = await newTraveller(server)
    const { orderId } = await ada.order()
    await ada.cancel(orderId)
    const [file] = await server.services.db.select().from(files).where(eq(files.uin, ada.uin))
    made.push({ orderId, fileId: file!.fileId })
  }
  return made
}
const after = (days: number) => server.clock.set(new Date(start.getTime() + days * 86_400_000))
const isStored = async (fileId: string) => (await server.services.fileStore.read(fileId)) !== null
const traceOf = (orderId: string) =>
  server.services.db.select().from(orderTrace).where(eq(orderTrace.orderId, orderId))

test('skips a picture that the storage fails to delete, reports it, and retries it', async () => {
  const { db, fileStore } = server.services
  const [held, other] = await cancelledOrders(2)
  after(731)
  const refuse = async (key: string) => {
    if (key === held!.fileId) throw new StorageError(403, 'DELETE')
    await fileStore.remove(key)
  }
  // One step of twelve has failed.
  expect(await sweepWith(refuse)).toBe(1)
  expect([await isStored(held!.fileId), await isStored(other!.fileId)]).toEqual([true, false])
  expect([await traceOf(held!.orderId), await traceOf(other!.orderId)]).toEqual([[], []])
  // Its address no longer works.
  expect(await db.select().from(files).where(eq(files.fileId, held!.fileId))).toEqual([])
  expect((await jobs()).map(({ kind, state, lastError }) => [kind, state, lastError])).toEqual([
    ['picture', 'failed', 'storage responded with 403 to a DELETE'],
    ['sweep', 'failed', expect.stringContaining('1 of')],
  ])
  server.clock.advance(3_600_000)
  await sweep(server.services)
  expect([await isStored(held!.fileId), await jobs()]).toEqual([false, []])
  expect(await db.select().from(removedFiles)).toEqual([])
})

test('calls an unavailable storage once, completes the other steps, and catches up later', async () => {
  const made = await cancelledOrders(3)
  after(3653)
  let asked = 0
  const away = async () => {
    asked++
    throw new TypeError('fetch failed')
  }
  expect(await sweepWith(away)).toBe(1)
  expect(asked).toBe(1)
  const { db } = server.services
  for (const { orderId } of made) {
    expect(await db.select().from(orders).where(eq(orders.orderId, orderId))).toEqual([])
  }
  expect((await jobs()).map(({ jobId, lastError }) => [jobId, lastError])).toEqual([
    ['task-sweep-contents', 'fetch failed'],
  ])
  await sweep(server.services)
  expect(await Promise.all(made.map(({ fileId }) => isStored(fileId)))).toEqual([false, false, false])
  expect(await jobs()).toEqual([])
})

test('keeps a failed picture’s tries while the storage is unavailable', async () => {
  const [held] = await cancelledOrders(1)
  after(181)
  const triesOf = async () =>
    (await jobs()).flatMap(({ kind, tries, lastError }) => (kind === 'picture' ? [[tries, lastError]] : []))
  const refuse = async () => {
    throw new StorageError(403, 'DELETE')
  }
  const away = async () => {
    throw new TypeError('fetch failed')
  }
  const refused = 'storage responded with 403 to a DELETE'
  await sweepWith(refuse)
  expect(await triesOf()).toEqual([[1, refused]])
  server.clock.advance(3_600_000)
  await sweepWith(away)
  expect(await triesOf()).toEqual([[1, refused]])
  server.clock.advance(3_600_000)
  await sweepWith(refuse)
  expect(await triesOf()).toEqual([[2, refused]])
  server.clock.advance(3_600_000)
  await sweep(server.services)
  expect([await isStored(held!.fileId), await jobs()]).toEqual([false, []])
})

test('calls the storage outside transactions, and once per picture with two instances', async () => {
  const made = await cancelledOrders(2)
  after(181)
  const { services } = server
  const removed: string[] = []
  const remove = async (key: string) => {
    removed.push(key)
    // Would block if a transaction held the row.
    await services.db.select().from(removedFiles).for('update')
    await services.fileStore.remove(key)
  }
  await sweepWith(async () => {
    throw new TypeError('fetch failed')
  })
  const given = { ...services, fileStore: { ...services.fileStore, remove } }
  await Promise.all([removeContents(given), removeContents(given)])
  expect(removed.toSorted()).toEqual(made.map(({ fileId }) => fileId).toSorted())
})
