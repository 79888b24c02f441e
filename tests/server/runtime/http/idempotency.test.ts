import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '../../../../server/api/openapi.ts'
import { sweepIdempotencyKeys } from '../../../../server/runtime/http/idempotency.ts'
import { startServer, type TestServer } from '../../harness.ts'
import { type RollbackServer, startRollbackServer } from '../../rollback-server.ts'
import { makeSampleData, type SampleData, sampleOf, tokenFor, toSent } from '../../samples.ts'

const hour = 3_600_000
let server: TestServer
let rollback: RollbackServer
let data: SampleData
beforeAll(async () => {
  server = await startServer()
  data = await makeSampleData(server)
  rollback = await startRollbackServer(server)
}, 60_000)
afterAll(async () => {
  await rollback.close()
  await server.close()
})

/** Waits with a running sweep, and returns to now. */
async function after<Value>(milliseconds: number, run: () => Promise<Value>): Promise<Value> {
  const start = server.services.now()
  server.clock.set(new Date(start.getTime() + milliseconds))
  await sweepIdempotencyKeys(rollback.db, server.services.now())
  return run().finally(() => server.clock.set(start))
}

const keyed = calls.filter(([, { idempotent }]) => idempotent)

test.each(keyed)('replays %s for 72 hours, and refuses its key with other content', async (name, shape) => {
  const sent = toSent(shape, sampleOf(name, data), tokenFor(shape, data))
  const send = async (changes: object = {}): Promise<{ code: number; result: unknown }> =>
    JSON.parse((await rollback.send({ ...sent, ...changes })).text)
  const first = await send()
  expect(first.code).toBe(0)
  expect(await send()).toEqual(first)
  expect(await after(20 * hour, () => send()), 'after 20 hours').toEqual(first)
  expect(await after(72 * hour, () => send()), 'after 72 hours').toEqual(first)

  const other = {
    headers: { ...sent.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ ...JSON.parse(String(sent.payload ?? '{}')), other: 1 }),
  }
  const reused = { code: 1008, result: { field: 'idempotencyKey' } }
  expect(await send(other)).toMatchObject(reused)
  expect(await after(72 * hour + 1, () => send(other)), 'after its 72 hours').not.toMatchObject(reused)
  await rollback.undo()
})
