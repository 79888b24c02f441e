import { type ActorRefFrom, assertEvent, assign, setup } from 'xstate'
import type { Site, SiteDetail } from '../contract/site.ts'
import { cleanLine } from '../lib/clean.ts'
import { type Pages, type PagingUpdate, pagingMachine } from '../lib/paging.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'

export const siteKinds = ['hotel', 'airport', 'station', 'port', 'storage'] as const
export type SiteKind = (typeof siteKinds)[number]

export type FoundSite = { isServed: true; site: SiteDetail } | { isServed: false; site: Site }

export type SiteSearchEvent =
  | PagingUpdate<FoundSite>
  | { type: 'keyword.change'; keyword: string }
  /** Null is every kind. */
  | { type: 'kind.choose'; kind: SiteKind | null }
  | { type: 'search.retry' }

/** `now` returns ms since 1970. */
export type SiteSearchInput = { now: () => number }
export type SiteQuery = { keyword: string; kind: SiteKind | null }

type SiteSearchContext = SiteSearchInput & SiteQuery & { results: FoundSite[] }

/** Debounce in ms. */
const typingPauseMs = 300

/** Searches sites by name while typing. A newer query cancels the older one. */
export const siteSearchMachine = setup({
  types: {
    input: {} as SiteSearchInput,
    context: {} as SiteSearchContext,
    events: {} as SiteSearchEvent,
    meta: {} as ScreenMeta<SiteSearchEvent>,
    tags: {} as 'busy',
  },
  actors: { paging: pagingMachine },
  actions: {
    setKeyword: assign(({ event }) => {
      assertEvent(event, 'keyword.change')
      return { keyword: event.keyword }
    }),
    setKind: assign(({ event }) => {
      assertEvent(event, 'kind.choose')
      return { kind: event.kind }
    }),
    setResults: assign({ results: (_, { list }: Pages<FoundSite>) => list }),
  },
  guards: {
    isOtherKind: ({ context, event }) => event.type === 'kind.choose' && event.kind !== context.kind,
    hasResults: (_, pages?: Pages<FoundSite>) => pages?.list.some(({ isServed }) => isServed) ?? false,
    isReading: (_, isReading: boolean) => isReading,
    hasFailed: (_, isReading: boolean) => !isReading,
  },
  delays: { typingPause: typingPauseMs },
}).createMachine({
  id: 'siteSearch',
  meta: { page: '/order/create/:qrId', title: 'orderForm.title' },
  context: ({ input }) => ({ ...input, keyword: '', kind: null, results: [] }),
  initial: 'listing',
  on: {
    'keyword.change': { target: '.pausing', actions: 'setKeyword' },
    'kind.choose': { guard: 'isOtherKind', target: '.listing', actions: 'setKind' },
  },
  states: {
    pausing: {
      tags: 'busy',
      description: 'The traveller is still typing.',
      after: { typingPause: { target: 'listing' } },
    },
    listing: {
      invoke: {
        id: 'paging',
        src: 'paging',
        input: ({ context: { keyword, kind, now }, self }) => ({
          listener: self,
          cachedPages: null,
          now,
          query: { keyword: cleanLine(keyword), kind },
        }),
        onError: { target: '.failed' },
      },
      initial: 'searching',
      on: {
        'pages.listed': [
          {
            guard: { type: 'hasResults', params: ({ event }) => event.pages },
            target: '.found',
            actions: { type: 'setResults', params: ({ event }) => event.pages },
          },
          { target: '.nothing', actions: { type: 'setResults', params: ({ event }) => event.pages } },
        ],
      },
      states: {
        searching: {
          tags: 'busy',
          on: {
            'pages.changed': {
              guard: { type: 'hasFailed', params: ({ event }) => event.isReading },
              target: 'failed',
            },
          },
        },
        found: {},
        nothing: { description: 'No site matches, or the bags can’t go to any match.' },
        failed: {
          description: 'The search is retried once the device is online again.',
          on: {
            'pages.changed': {
              guard: { type: 'isReading', params: ({ event }) => event.isReading },
              target: 'searching',
            },
            'search.retry': { target: '#siteSearch.listing' },
          },
        },
      },
    },
  },
})

export type SiteSearchActor = ActorRefFrom<typeof siteSearchMachine>
