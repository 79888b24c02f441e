import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { CustomerNotificationType } from '../contract/notification.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type CachedPages, type Pages, type PagingUpdate, pagingMachine } from '../lib/paging.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import type { CustomerNotification } from './customer-notification.ts'
import { isShownAsRead } from './notification-list.ts'

/** One type, or all with null. */
type ListOfType = { type: CustomerNotificationType | null }
/** `now` returns ms since 1970. */
export type NotificationListInput = ListOfType & {
  now: () => number
  /** The list of an earlier visit. */
  cachedPages: CachedPages<CustomerNotification> | null
}

/** Notifications to mark as read: `ids`, and all with an `indexId` up to `upTo`, loaded or not; 0 for none. */
export type Marks = { ids: string[]; upTo: number }
export type MarkRequest = ListOfType & Marks

export type NotificationListEvent =
  | PagingUpdate<CustomerNotification>
  | { type: 'notifications.read'; id: string }
  | { type: 'notifications.readAll' }

export type NotificationListContext = NotificationListInput & {
  notifications: CustomerNotification[]
  hasMore: boolean
  /** Pending marks, shown as read until refused. */
  pendingMarks: Marks
  /** Accepted marks. Never reverted by an older response, since nothing read becomes unread again. */
  confirmedMarks: Marks
  markProblem: ApiFailure | null
}

const noMarks: Marks = { ids: [], upTo: 0 }
const mergeMarks = (one: Marks, other: Marks): Marks => ({
  ids: [...new Set([...one.ids, ...other.ids])],
  upTo: Math.max(one.upTo, other.upTo),
})

const newestIndexId = ({ notifications }: NotificationListContext): number =>
  Math.max(0, ...notifications.map(({ indexId }) => indexId))

/** The traveller's notifications of one or all types, newest first, and marking them as read. */
export const notificationListMachine = setup({
  types: {
    input: {} as NotificationListInput,
    context: {} as NotificationListContext,
    events: {} as NotificationListEvent,
    meta: {} as ScreenMeta<NotificationListEvent>,
  },
  actors: {
    paging: pagingMachine,
    mark: fromPromise<unknown, MarkRequest>(notProvided('notificationList', 'mark')),
  },
  actions: {
    setNotifications: assign((_, { pages }: { pages: Pages<CustomerNotification> }) => ({
      notifications: pages.list,
      hasMore: pages.next !== null,
    })),
    addMark: assign(({ context }, params: { id: string }) => ({
      pendingMarks: mergeMarks(context.pendingMarks, { ids: [params.id], upTo: 0 }),
      markProblem: null,
    })),
    addAllMarks: assign(({ context }) => ({
      pendingMarks: mergeMarks(context.pendingMarks, { ids: [], upTo: newestIndexId(context) }),
      markProblem: null,
    })),
    confirmMarks: assign(({ context }) => ({
      confirmedMarks: mergeMarks(context.confirmedMarks, context.pendingMarks),
      pendingMarks: noMarks,
    })),
    revertMarks: assign({ pendingMarks: noMarks, markProblem: ({ event }) => failureOfEvent(event) }),
  },
  guards: {
    isUnread: ({ context }, { id }: { id: string }) =>
      context.notifications.some((one) => one.id === id && !isShownAsRead(context, one)),
    isNotAllMarked: ({ context }) =>
      newestIndexId(context) > mergeMarks(context.pendingMarks, context.confirmedMarks).upTo,
  },
}).createMachine({
  id: 'notificationList',
  meta: { page: '/person/notification', title: 'notification.title' },
  context: ({ input }) => ({
    ...input,
    notifications: input.cachedPages?.pages.list ?? [],
    hasMore: (input.cachedPages?.pages.next ?? null) !== null,
    pendingMarks: noMarks,
    confirmedMarks: noMarks,
    markProblem: null,
  }),
  invoke: {
    id: 'paging',
    src: 'paging',
    input: ({ context: { now, cachedPages }, self }) => ({ listener: self, cachedPages, now }),
    onError: { description: 'The list keeps its last value.' },
  },
  initial: 'idle',
  on: {
    'pages.listed': {
      actions: { type: 'setNotifications', params: ({ event }) => ({ pages: event.pages }) },
    },
    'notifications.read': {
      guard: { type: 'isUnread', params: ({ event }) => ({ id: event.id }) },
      target: '.marking',
      actions: { type: 'addMark', params: ({ event }) => ({ id: event.id }) },
    },
    'notifications.readAll': { guard: 'isNotAllMarked', target: '.marking', actions: 'addAllMarks' },
  },
  states: {
    idle: {},
    marking: {
      description: 'Pending marks already show as read. A new mark resends all of them, which is idempotent.',
      invoke: {
        id: 'mark',
        src: 'mark',
        input: ({ context }) => ({ type: context.type, ...context.pendingMarks }),
        onDone: { target: 'idle', actions: 'confirmMarks' },
        onError: {
          target: 'markFailed',
          actions: 'revertMarks',
        },
      },
    },
    markFailed: { description: 'The notifications show as unread again.' },
  },
})

export type NotificationListActor = ActorRefFrom<typeof notificationListMachine>
