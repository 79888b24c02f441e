import { type ActorRefFrom, assign, fromCallback, fromPromise, setup } from 'xstate'
import { notProvided } from '../lib/not-provided.ts'
import type { CustomerNotification } from './customer-notification.ts'

/** `isQuiet`: nothing may be shown over the page now. `orderId`: the order whose own page it is. */
export type PopupPage = { isQuiet: boolean; orderId: string | null }

export type PopupCheck = { holds: boolean }

export type PopupEvent =
  | { type: 'popup.hint' }
  | { type: 'popup.pageChanged'; page: PopupPage }
  | { type: 'popup.close' }

type PopupContext = {
  page: PopupPage
  popup: CustomerNotification | null
  /** Ids shown in this visit. None is shown twice, even if marking it failed. */
  seen: string[]
}

/** Shows notifications over the current page, each once. */
export const popupMachine = setup({
  types: {
    context: {} as PopupContext,
    events: {} as PopupEvent,
    input: {} as { page: PopupPage },
  },
  actors: {
    hints: fromCallback<PopupEvent>(notProvided('popup', 'hints')),
    pages: fromCallback<PopupEvent>(notProvided('popup', 'pages')),
    findPopup: fromPromise<CustomerNotification | null, { seen: string[] }>(
      notProvided('popup', 'findPopup'),
    ),
    checkPopup: fromPromise<PopupCheck, { id: string | null }>(notProvided('popup', 'checkPopup')),
    markRead: fromPromise<unknown, { id: string | null }>(notProvided('popup', 'markRead')),
  },
  actions: {
    setPage: assign((_, params: { page: PopupPage }) => ({ page: params.page })),
    setPopup: assign(({ context }, params: { popup: CustomerNotification | null }) => ({
      popup: params.popup,
      seen: params.popup ? [...context.seen, params.popup.id] : context.seen,
    })),
    forgetPopup: assign({ popup: null }),
  },
  guards: {
    isOnItsPage: ({ context }, { popup }: { popup: CustomerNotification | null }) =>
      popup?.content.orderId !== undefined && popup.content.orderId === context.page.orderId,
    mayShow: ({ context }, { popup }: { popup: CustomerNotification | null }) =>
      popup !== null && !context.page.isQuiet,
    isFound: (_, { popup }: { popup: CustomerNotification | null }) => popup !== null,
    isOver: (_, check: PopupCheck) => !check.holds,
    isQuiet: (_, { page }: { page?: PopupPage }) => page?.isQuiet ?? false,
  },
}).createMachine({
  id: 'popup',
  context: ({ input }) => ({ page: input.page, popup: null, seen: [] }),
  invoke: [
    {
      id: 'hints',
      src: 'hints',
      onError: { description: 'Without hints the next page fetches popups.' },
    },
    {
      id: 'pages',
      src: 'pages',
      onError: { description: 'Assumes that the first page is still open.' },
    },
  ],
  initial: 'checking',
  on: {
    'popup.pageChanged': {
      actions: { type: 'setPage', params: ({ event }) => ({ page: event.page }) },
    },
  },
  states: {
    checking: {
      invoke: {
        id: 'findPopup',
        src: 'findPopup',
        input: ({ context }) => ({ seen: context.seen }),
        onDone: [
          {
            guard: { type: 'isOnItsPage', params: ({ event }) => ({ popup: event.output }) },
            target: 'marking',
            actions: { type: 'setPopup', params: ({ event }) => ({ popup: event.output }) },
            description: 'The order page shows the same content.',
          },
          {
            guard: { type: 'mayShow', params: ({ event }) => ({ popup: event.output }) },
            target: 'showing',
            actions: { type: 'setPopup', params: ({ event }) => ({ popup: event.output }) },
          },
          {
            guard: { type: 'isFound', params: ({ event }) => ({ popup: event.output }) },
            target: 'holding',
          },
          { target: 'idle' },
        ],
        onError: { target: 'idle' },
      },
      on: {
        'popup.hint': {
          target: 'checking',
          reenter: true,
          description: 'The pending answer may predate the change.',
        },
      },
    },
    idle: { on: { 'popup.hint': { target: 'checking' } } },
    holding: {
      description: 'Waits for a page that allows popups, then refetches the popup, which may have been read.',
      on: {
        'popup.hint': { target: 'checking' },
        'popup.pageChanged': {
          target: 'checking',
          actions: { type: 'setPage', params: ({ event }) => ({ page: event.page }) },
        },
      },
    },
    showing: {
      description: 'Marks the popup as read.',
      invoke: {
        id: 'markShown',
        src: 'markRead',
        input: ({ context }) => ({ id: context.popup?.id ?? null }),
        onDone: { description: 'The popup stays until it is closed.' },
        onError: { description: 'The list still shows it as unread.' },
      },
      initial: 'open',
      states: {
        open: { on: { 'popup.hint': { target: 'verifying' } } },
        verifying: {
          description: 'The reason for the popup may be gone.',
          invoke: {
            id: 'checkPopup',
            src: 'checkPopup',
            input: ({ context }) => ({ id: context.popup?.id ?? null }),
            onDone: [
              {
                guard: { type: 'isOver', params: ({ event }) => event.output },
                target: '#popup.checking',
                actions: 'forgetPopup',
              },
              { target: 'open' },
            ],
            onError: { target: 'open' },
          },
          on: { 'popup.hint': { target: 'verifying', reenter: true } },
        },
      },
      on: {
        'popup.close': { target: 'checking', actions: 'forgetPopup' },
        'popup.pageChanged': [
          {
            guard: { type: 'isQuiet', params: ({ event }) => ({ page: event.page }) },
            target: 'checking',
            actions: [{ type: 'setPage', params: ({ event }) => ({ page: event.page }) }, 'forgetPopup'],
          },
          { actions: { type: 'setPage', params: ({ event }) => ({ page: event.page }) } },
        ],
      },
    },
    marking: {
      invoke: {
        id: 'markUnshown',
        src: 'markRead',
        input: ({ context }) => ({ id: context.popup?.id ?? null }),
        onDone: { target: 'checking', actions: 'forgetPopup' },
        onError: { target: 'checking', actions: 'forgetPopup' },
      },
    },
  },
})

export type PopupActor = ActorRefFrom<typeof popupMachine>
