import { isDeepStrictEqual } from 'node:util'
import { type FoundSite, type SiteQuery, siteSearchMachine } from '@handsfree/core/sites'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { qrSite } from './samples.ts'

const served: FoundSite = { isServed: true, site: { ...qrSite.site, deskQrId: 'desk-1', isClosed: false } }
const elsewhere: FoundSite = { isServed: false, site: { ...qrSite.site, siteId: 'far' } }

const questionOf = ({ input }: { input: unknown }) => (input as { query: SiteQuery }).query

export const siteSearchModel = defineModel<typeof siteSearchMachine>({
  machine: siteSearchMachine,
  starts: { opened: () => ({ now: () => 0 }) },
  samples: {
    'pages.listed': {
      'with more': { pages: { list: [served], next: 'cursor-1' } },
      'the last': { pages: { list: [served, elsewhere], next: null } },
      nothing: { pages: { list: [], next: null } },
      'only elsewhere': { pages: { list: [elsewhere], next: null } },
    },
    'pages.changed': { reading: { isReading: true }, 'not read': { isReading: false } },
    'keyword.change': { '': { keyword: ' station ' } },
    'kind.choose': { station: { kind: 'station' }, every: { kind: null } },
    'search.retry': { '': {} },
  },
  sentBy: { 'pages.listed': 'paging', 'pages.changed': 'paging' },
  outcomes: {},
  delays: { typingPause: [300] },
  facts: ({ context: { keyword, kind, results: found } }) => ({
    keyword,
    kind,
    hasResults: found.some(({ isServed }) => isServed),
    hasElsewhere: found.some(({ isServed }) => !isServed),
  }),
  laws: {
    'each search is asked for what was typed and chosen before it': ({ calls, snapshot }) =>
      snapshot.matches('pausing') ||
      isDeepStrictEqual(calls.map(questionOf).at(-1), {
        keyword: snapshot.context.keyword.trim(),
        kind: snapshot.context.kind,
      }),
    'the server is asked for words without spaces around them': ({ calls }) =>
      calls.every((call) => ['', 'station'].includes(questionOf(call).keyword)),
    'found means that there is something to choose': ({ snapshot }) =>
      !snapshot.matches({ listing: 'found' }) || snapshot.context.results.some(({ isServed }) => isServed),
  },
  simple: { steps: 8, paths: 60 },
})
