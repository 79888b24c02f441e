import { type ActorRefFrom, assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate'
import type { CallResult } from '../api/contract/call.ts'
import type { listSites, Site } from '../api/contract/site.ts'
import { notProvided } from '../not-provided.ts'
import type { ScreenMeta } from '../screen/screen.ts'
import { cleanLine } from '../text/clean.ts'

/** Kinds by which a search can be filtered. */
export const siteKinds = ['hotel', 'airport', 'station', 'port', 'storage'] as const
export type SiteKind = (typeof siteKinds)[number]

export type SiteSearchEvent =
  | { type: 'keyword.change'; keyword: string }
  /** Null is every kind. */
  | { type: 'kind.choose'; kind: SiteKind | null }
  | { type: 'search.retry' }
  | { type: 'search.more' }

export type SiteSearchInput = { keyword: string; kind: SiteKind | null; cursor: string | null }
export type SitePage = CallResult<typeof listSites>

type SiteSearchContext = {
  keyword: string
  kind: SiteKind | null
  list: SitePage['list']
  /** Sites that match, but are not served. */
  elsewhere: Site[]
  nextCursor: string | null
}

/** Milliseconds after the last key until the server is asked. */
const typingPauseMs = 300

/** Sites by name, while the traveller types. A newer question drops the older answer. */
export const siteSearchMachine = setup({
  types: {
    context: {} as SiteSearchContext,
    events: {} as SiteSearchEvent,
    meta: {} as ScreenMeta<SiteSearchEvent>,
    tags: {} as 'busy',
  },
  actors: {
    hints: fromCallback<SiteSearchEvent>(notProvided('siteSearch', 'hints')),
    listSites: fromPromise<SitePage, SiteSearchInput>(notProvided('siteSearch', 'listSites')),
  },
  actions: {
    keepKeyword: assign(({ event }) => {
      assertEvent(event, 'keyword.change')
      return { keyword: event.keyword }
    }),
    keepKind: assign(({ event }) => {
      assertEvent(event, 'kind.choose')
      return { kind: event.kind }
    }),
    keepFirstPage: assign((_, page: SitePage) => page),
    addPage: assign(({ context }, { list, nextCursor }: SitePage) => ({
      list: [...context.list, ...list],
      nextCursor,
    })),
  },
  guards: {
    isOtherKind: ({ context, event }) => event.type === 'kind.choose' && event.kind !== context.kind,
    hasResults: (_, page: SitePage) => page.list.length > 0,
    hasMore: ({ context }) => context.nextCursor !== null,
  },
  delays: { typingPause: typingPauseMs },
}).createMachine({
  id: 'siteSearch',
  meta: { page: '/order/create/:qrId', title: 'orderForm.title' },
  context: { keyword: '', kind: null, list: [], elsewhere: [], nextCursor: null },
  initial: 'searching',
  on: {
    'keyword.change': { target: '.pausing', actions: 'keepKeyword' },
    'kind.choose': { guard: 'isOtherKind', target: '.searching', actions: 'keepKind' },
  },
  states: {
    pausing: {
      tags: 'busy',
      description: 'The traveller is still typing.',
      after: { typingPause: { target: 'searching' } },
    },
    searching: {
      tags: 'busy',
      invoke: {
        id: 'firstPage',
        src: 'listSites',
        input: ({ context: { keyword, kind } }) => ({ keyword: cleanLine(keyword), kind, cursor: null }),
        onDone: [
          {
            guard: { type: 'hasResults', params: ({ event }) => event.output },
            target: 'found',
            actions: { type: 'keepFirstPage', params: ({ event }) => event.output },
          },
          { target: 'nothing', actions: { type: 'keepFirstPage', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed' },
      },
    },
    found: {
      initial: 'idle',
      states: {
        idle: {
          on: { 'search.more': { guard: 'hasMore', target: 'loadingMore' } },
        },
        loadingMore: {
          invoke: {
            id: 'nextPage',
            src: 'listSites',
            input: ({ context: { keyword, kind, nextCursor } }) => ({
              keyword: cleanLine(keyword),
              kind,
              cursor: nextCursor,
            }),
            onDone: { target: 'idle', actions: { type: 'addPage', params: ({ event }) => event.output } },
            onError: { target: 'moreFailed' },
          },
        },
        moreFailed: {
          description: 'The next page did not come; what was found stays.',
          on: { 'search.more': { target: 'loadingMore' } },
        },
      },
    },
    nothing: { description: 'No site of ours fits, or none that the bags can go to.' },
    failed: {
      description: 'Once the device is online again it is searched by itself.',
      invoke: {
        id: 'hints',
        src: 'hints',
        onError: { description: 'The traveller may try again.' },
      },
      on: { 'search.retry': { target: 'searching' } },
    },
  },
})

export type SiteSearchActor = ActorRefFrom<typeof siteSearchMachine>
