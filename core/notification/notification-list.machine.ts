import { type ActorRefFrom, assign, fromPromise, sendTo, setup } from 'xstate'
import { failureOf } from '../api/asking.ts'
import { type CustomerNotificationType, unreadTypes } from '../api/contract/notification.ts'
import type { ApiFailure } from '../api/failure.ts'
import { type ReadingNews, readingMachine } from '../reading/reading.machine.ts'
import type { CustomerNotification } from './customer-notification.ts'

/** Pages in a row, newest first, up to which one, and whether there are more behind it. */
export type NotificationPages = { list: CustomerNotification[]; pages: number; hasMore: boolean }

/** Which notifications: those of one type, or all of them with null. */
export type NotificationListInput = { type: CustomerNotificationType | null }

/** Which pages of them to read; the first is 1. */
export type PageRange = NotificationListInput & { from: number; to: number }

/** What to mark as read: these, and every one of the list up to an `indexId`, listed or not; 0 for none. */
export type Marks = { ids: string[]; upTo: number }
export type MarkRequest = NotificationListInput & Marks

export type NotificationListEvent =
  | ReadingNews<NotificationPages>
  | { type: 'notifications.refresh' }
  | { type: 'notifications.more' }
  | { type: 'notifications.retry' }
  | { type: 'notifications.read'; id: string }
  | { type: 'notifications.readAll' }

type NotificationListContext = NotificationListInput & {
  notifications: CustomerNotification[]
  /** How many pages are listed. */
  pages: number
  hasMore: boolean
  /** Why the next page did not come. */
  problem: ApiFailure | null
  /** Marks that were sent and not answered yet: shown as read until they are refused. */
  asked: Marks
  /** Marks that stand. Nothing read becomes unread again, so an older answer takes none of them back. */
  marked: Marks
  markProblem: ApiFailure | null
}

const none: Marks = { ids: [], upTo: 0 }
const together = (one: Marks, other: Marks): Marks => ({
  ids: [...new Set([...one.ids, ...other.ids])],
  upTo: Math.max(one.upTo, other.upTo),
})
const covers = ({ ids, upTo }: Marks, { id, indexId }: CustomerNotification) =>
  indexId <= upTo || ids.includes(id)

/** Whether a listed notification shows as read: the server said so, or it was marked here. */
export const isShownAsRead = (
  { asked, marked }: Pick<NotificationListContext, 'asked' | 'marked'>,
  notification: CustomerNotification,
): boolean => notification.isRead || covers(asked, notification) || covers(marked, notification)

/** Whether a listed notification shows as unread: of a type that the badge counts, and not read. */
export const isShownAsUnread = (
  marks: Pick<NotificationListContext, 'asked' | 'marked'>,
  notification: CustomerNotification,
): boolean => unreadTypes.includes(notification.type) && !isShownAsRead(marks, notification)

const newest = ({ notifications }: NotificationListContext): number =>
  Math.max(0, ...notifications.map(({ indexId }) => indexId))

/** The traveller's notifications, all or of one type, newest first, page by page, and marking them as read. */
export const notificationListMachine = setup({
  types: {
    input: {} as NotificationListInput,
    context: {} as NotificationListContext,
    events: {} as NotificationListEvent,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    loadPages: fromPromise<NotificationPages, PageRange>(() => {
      throw new Error("notificationList: provide 'loadPages'")
    }),
    mark: fromPromise<unknown, MarkRequest>(() => {
      throw new Error("notificationList: provide 'mark'")
    }),
  },
  actions: {
    replacePages: assign((_, { list, pages, hasMore }: NotificationPages) => ({
      notifications: list,
      pages,
      hasMore,
      problem: null,
    })),
    appendPage: assign(({ context }, { list, pages, hasMore }: NotificationPages) => {
      const known = new Set(context.notifications.map(({ id }) => id))
      const fresh = list.filter(({ id }) => !known.has(id))
      return {
        notifications: [...context.notifications, ...fresh],
        pages,
        hasMore,
        problem: null,
      }
    }),
    keepProblem: assign({ problem: (_, problem: ApiFailure) => problem }),
    clearProblem: assign({ problem: null }),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    tryAgain: sendTo('reading', { type: 'reading.retry' }),
    extendReading: sendTo('reading', ({ context: { notifications, pages, hasMore } }) => ({
      type: 'reading.extend' as const,
      value: { list: notifications, pages, hasMore } satisfies NotificationPages,
    })),
    askOne: assign(({ context }, params: { id: string }) => ({
      asked: together(context.asked, { ids: [params.id], upTo: 0 }),
      markProblem: null,
    })),
    askAll: assign(({ context }) => ({
      asked: together(context.asked, { ids: [], upTo: newest(context) }),
      markProblem: null,
    })),
    keepMarks: assign(({ context }) => ({ marked: together(context.marked, context.asked), asked: none })),
    takeMarksBack: assign({ asked: none, markProblem: (_, problem: ApiFailure) => problem }),
  },
  guards: {
    isReading: (_, isReading: boolean) => isReading,
    hasMore: ({ context }) => context.hasMore,
    isUnread: ({ context }, { id }: { id: string }) =>
      context.notifications.some((one) => one.id === id && !isShownAsRead(context, one)),
    isNotAllMarked: ({ context }) => newest(context) > together(context.asked, context.marked).upTo,
  },
}).createMachine({
  id: 'notificationList',
  context: ({ input }) => ({
    ...input,
    notifications: [],
    pages: 0,
    hasMore: false,
    problem: null,
    asked: none,
    marked: none,
    markProblem: null,
  }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ kept: null, isFresh: false, listener: self }),
    onError: { description: 'The list stays as it was read.' },
  },
  type: 'parallel',
  states: {
    pages: {
      initial: 'reading',
      on: {
        'reading.changed': [
          {
            description: 'A page that is under way may be older than the change.',
            guard: { type: 'isReading', params: ({ event }) => event.isReading },
            target: '.reading',
            actions: 'clearProblem',
          },
          { target: '.resting' },
        ],
        'reading.done': {
          target: '.resting',
          actions: { type: 'replacePages', params: ({ event }) => event.value },
        },
        'reading.gone': { target: '.resting' },
        'notifications.refresh': { actions: 'readAgain' },
        'notifications.retry': { actions: 'tryAgain' },
      },
      states: {
        reading: {
          tags: 'busy',
          description: 'Every page that is listed is read anew: the list keeps its length.',
        },
        resting: { on: { 'notifications.more': { guard: 'hasMore', target: 'loadingMore' } } },
        loadingMore: {
          invoke: {
            id: 'loadMore',
            src: 'loadPages',
            input: ({ context }) => ({ type: context.type, from: context.pages + 1, to: context.pages + 1 }),
            onDone: {
              target: 'resting',
              actions: [{ type: 'appendPage', params: ({ event }) => event.output }, 'extendReading'],
            },
            onError: {
              target: 'moreFailed',
              actions: { type: 'keepProblem', params: ({ event }) => failureOf(event.error) },
            },
          },
        },
        moreFailed: { on: { 'notifications.retry': { target: 'loadingMore' } } },
      },
    },
    marks: {
      initial: 'resting',
      on: {
        'notifications.read': {
          guard: { type: 'isUnread', params: ({ event }) => ({ id: event.id }) },
          target: '.marking',
          actions: { type: 'askOne', params: ({ event }) => ({ id: event.id }) },
        },
        'notifications.readAll': {
          guard: 'isNotAllMarked',
          target: '.marking',
          actions: 'askAll',
        },
      },
      states: {
        resting: {},
        marking: {
          description:
            'What is asked for already shows as read. Asked for more, it sends all of it: marking twice is no harm.',
          invoke: {
            id: 'mark',
            src: 'mark',
            input: ({ context }) => ({ type: context.type, ...context.asked }),
            onDone: { target: 'resting', actions: 'keepMarks' },
            onError: {
              target: 'markFailed',
              actions: { type: 'takeMarksBack', params: ({ event }) => failureOf(event.error) },
            },
          },
        },
        markFailed: { description: 'They show as unread again.' },
      },
    },
  },
})

export type NotificationListActor = ActorRefFrom<typeof notificationListMachine>
