import { fail, ok } from '@handsfree/core'
import { siteSearchMachine } from '@handsfree/core/site'
import { defineModel } from '../../statecharts/paths/machine-model.ts'
import { offline, qrSite } from './samples.ts'

const site = { ...qrSite.site, deskQrId: 'desk-1' }

const pages = {
  'with more': ok({ list: [site], elsewhere: [], nextCursor: 'cursor-1' }),
  'the last': ok({ list: [site], elsewhere: [], nextCursor: null }),
  nothing: ok({ list: [], elsewhere: [], nextCursor: null }),
  'only elsewhere': ok({ list: [], elsewhere: [qrSite.site], nextCursor: null }),
  offline: fail(offline),
}

export const siteSearchModel = defineModel<typeof siteSearchMachine>({
  machine: siteSearchMachine,
  starts: { opened: () => undefined },
  samples: {
    'keyword.change': { '': { keyword: ' station ' } },
    'kind.choose': { station: { kind: 'station' }, every: { kind: null } },
    'search.retry': { '': {} },
    'search.more': { '': {} },
  },
  outcomes: { firstPage: pages, nextPage: pages },
  delays: { typingPause: [300] },
  facts: ({ context: { keyword, kind, list, elsewhere, nextCursor } }) => ({
    keyword,
    kind,
    hasResults: list.length > 0,
    hasElsewhere: elsewhere.length > 0,
    hasMore: nextCursor !== null,
  }),
  laws: {
    'only a further page is asked with a cursor': ({ calls }) =>
      calls.every(
        ({ id, input }) =>
          (id === 'nextPage') ===
          (typeof (input as { cursor: string | null } | undefined)?.cursor === 'string'),
      ),
    'the server is asked for words without spaces around them': ({ calls }) =>
      calls.every(({ input }) =>
        ['', 'station'].includes((input as { keyword: string } | undefined)?.keyword ?? ''),
      ),
    'found means that there is something to choose': ({ snapshot }) =>
      !snapshot.matches('found') || snapshot.context.list.length > 0,
  },
  simple: { steps: 8, paths: 60 },
})
