import { destinationMachine } from '@handsfree/core/booking'
import type { SiteDetail } from '@handsfree/core/contract'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { qrSite } from './samples.ts'

const site = (isClosed: boolean): SiteDetail => ({ ...qrSite.site, deskQrId: null, isClosed })

export const destinationModel = defineModel<typeof destinationMachine>({
  machine: destinationMachine,
  starts: {
    'no destination': () => ({ siteId: null, initialSite: null, isFresh: false }),
    'to a site': () => ({ siteId: 'site-2', initialSite: null, isFresh: false }),
    'to a site that came with the page': () => ({
      siteId: 'site-2',
      initialSite: site(false),
      isFresh: true,
    }),
    'to one that is closed': () => ({ siteId: 'site-2', initialSite: site(true), isFresh: true }),
  },
  samples: {
    'reading.done': { open: { value: site(false) }, closed: { value: site(true) } },
    'reading.gone': { '': {} },
    'reading.changed': { again: { isReading: true }, failed: { isReading: false } },
    'place.choose': {
      'at a desk': { path: '/order/create/desk-1', isReplaced: false },
      'by its code': { path: '/order/create/desk-2', isReplaced: true },
    },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: { openForm: { opened: undefined } },
  delays: { destinationWait: [4_000] },
  facts: ({ context }) => ({ isKnown: context.site !== null, chosen: context.chosenPlace?.path ?? null }),
  laws: {
    'a form opens only for a place that was chosen, the last one': ({ snapshot: { context }, calls }) =>
      calls.every(({ id, input }) => id !== 'openForm' || (input as { chosen: unknown }).chosen !== null) &&
      (context.chosenPlace !== null || calls.every(({ id }) => id !== 'openForm')),
    'nobody is sent to a site that takes no bags': ({ calls }) =>
      calls.every(
        ({ id, input }) => id !== 'openForm' || !(input as { site: SiteDetail | null }).site?.isClosed,
      ),
  },
  simple: { steps: 6, paths: 60 },
})
