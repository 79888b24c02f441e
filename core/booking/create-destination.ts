import { createActor, fromPromise } from 'xstate'
import { initialAnswer } from '../api/initial-data.ts'
import type { App } from '../app.ts'
import { getSite, type SiteDetail } from '../contract/site.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { type ChosenPlace, type DestinationActor, destinationMachine } from './destination.machine.ts'

/**
 * Chooses where an order starts while its destination (`siteId`) may still be loading; `siteId` null means none.
 * `openForm` gets the site, or null if it couldn't be read. It must stop when the signal aborts: another place was
 * chosen or the page was left. Created, not started.
 */
export function createDestination(
  app: App,
  siteId: string | null,
  openForm: (chosen: ChosenPlace, site: SiteDetail | null, signal: CancelSignal) => Promise<void>,
): DestinationActor {
  const request = { params: { siteId: siteId ?? '' } }
  const { value: initialSite, isFresh } =
    siteId === null ? { value: null, isFresh: false } : initialAnswer(app, getSite, request)
  return createActor(
    destinationMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(app.platform, listener),
          (signal) => app.api.call(getSite, request, { signal }),
        ),
        openForm: fromPromise<void, { chosenPlace: ChosenPlace | null; site: SiteDetail | null }>(
          async ({ input: { chosenPlace, site }, signal }) => {
            if (chosenPlace) await openForm(chosenPlace, site, signal)
          },
        ),
      },
    }),
    {
      input: { siteId, initialSite, isFresh },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )
}
