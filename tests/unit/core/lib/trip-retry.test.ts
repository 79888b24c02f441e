import { tripMachine } from '@handsfree/core/orders'
import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { ApiFailureError } from '../../../../core/lib/from-call.ts'
import { readingMachine } from '../../../../core/lib/reading.machine.ts'

it('refetches the trip on retry when the connection was lost after a successful read', async () => {
  let reads = 0
  const trip = createActor(
    tripMachine.provide({
      actors: {
        reading: readingMachine.provide({
          actors: {
            hints: fromCallback(() => {}),
            read: fromPromise<unknown, { value: unknown }>(async () => ({ version: `${++reads}` })),
          },
        }),
        waitForChange: fromPromise<{ isChanged: boolean }, { version: string }>(({ input }) =>
          input.version === '1' ? Promise.reject(new Error('offline')) : new Promise(() => {}),
        ),
      },
    }),
    { input: { now: () => 0 }, clock: new SimulatedClock() },
  ).start()
  await waitFor(trip, (snapshot) => snapshot.matches({ open: 'behind' }))
  trip.send({ type: 'trip.retry' })
  await waitFor(trip, (snapshot) => snapshot.matches({ open: 'live' }), { timeout: 1_000 })
  expect([reads, trip.getSnapshot().context.trip?.version]).toEqual([2, '2'])
  trip.stop()
})

const tooMany = new ApiFailureError({
  kind: 'refused',
  code: 1012,
  message: 'too many unknown links',
  details: { field: 'links', retryAfter: 60 },
})

function openTrip(
  read: () => Promise<unknown>,
  waitForChange: () => Promise<{ isChanged: boolean }> = () => new Promise(() => {}),
) {
  const clock = new SimulatedClock()
  const reading = readingMachine.provide({
    actors: { hints: fromCallback(() => {}), read: fromPromise<unknown, { value: unknown }>(read) },
  })
  const actors = {
    reading,
    waitForChange: fromPromise<{ isChanged: boolean }, { version: string }>(waitForChange),
  }
  const trip = createActor(tripMachine.provide({ actors }), { input: { now: () => 0 }, clock }).start()
  return { trip, clock }
}

it('polls a server that answers early at most once a second', async () => {
  let asked = 0
  const { trip, clock } = openTrip(
    async () => ({ version: '1' }),
    () => (++asked > 3 ? new Promise(() => {}) : Promise.resolve({ isChanged: false })),
  )
  for (const expected of [1, 2, 3]) {
    await waitFor(trip, (snapshot) => snapshot.matches({ open: { live: 'pausing' } }))
    clock.increment(999)
    expect(asked).toBe(expected)
    clock.increment(1)
  }
  trip.stop()
})

it('stays open when the server rate-limits the link', async () => {
  const unread = openTrip(() => Promise.reject(tooMany))
  await waitFor(unread.trip, (snapshot) => snapshot.matches({ open: 'failed' }))
  const read = openTrip(
    async () => ({ version: '1' }),
    () => Promise.reject(tooMany),
  )
  await waitFor(read.trip, (snapshot) => snapshot.matches({ open: 'behind' }))
  for (const { trip } of [unread, read]) trip.stop()
})
