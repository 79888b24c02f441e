import { tripMachine } from '@handsfree/core/trip'
import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { readingMachine } from '../../core/reading/reading.machine.ts'

it('reads the trip again at a tap when the line was lost after a reading that had succeeded', async () => {
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
