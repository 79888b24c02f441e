import { fail, ok } from '@handsfree/core'
import {
  isShownAsRead,
  type MarkRequest,
  type Marks,
  notificationListMachine,
} from '@handsfree/core/notifications'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { notification, offline } from './samples.ts'

const newer = notification({ id: 'newer', indexId: 2 })
const older = notification({ id: 'older', indexId: 1 })
const withMore = { list: [newer], next: '2' }
const theLast = { list: [newer, older], next: null }

/** Notifications to mark: all listed ones, or a number of single ones. */
const reach = ({ ids, upTo }: Marks) => (upTo > 0 ? 'all' : ids.length)

export const notificationListModel = defineModel<typeof notificationListMachine>({
  machine: notificationListMachine,
  starts: {
    'one type': () => ({ type: 8, now: () => 0, cachedPages: null }),
    'an earlier visit': () => ({ type: 8, now: () => 0, cachedPages: { pages: theLast, readAt: 0 } }),
  },
  samples: {
    'pages.listed': { 'with more': { pages: withMore }, 'the last': { pages: theLast } },
    'pages.changed': { '': { isReading: true } },
    'notifications.read': { newer: { id: newer.id }, unknown: { id: 'unknown' } },
    'notifications.readAll': { '': {} },
  },
  sentBy: { 'pages.listed': 'paging', 'pages.changed': 'paging' },
  outcomes: { mark: { marked: ok(null), offline: fail(offline) } },
  facts: ({ context }) => ({
    notifications: context.notifications.length,
    hasMore: context.hasMore,
    asked: reach(context.pendingMarks),
    marked: reach(context.confirmedMarks),
  }),
  laws: {
    'only what is under way is asked for': ({ snapshot }) => {
      const { ids, upTo } = snapshot.context.pendingMarks
      return (ids.length > 0 || upTo > 0) === snapshot.matches('marking')
    },
    'what was marked shows as read': ({ snapshot: { context } }) =>
      context.notifications.every(
        (one) => !context.confirmedMarks.ids.includes(one.id) || isShownAsRead(context, one),
      ),
    'a list marks what is of its type': ({ calls, snapshot: { context } }) =>
      calls.every(({ id, input }) => id === 'paging' || (input as MarkRequest).type === context.type),
  },
  simple: { steps: 8, paths: 60 },
})
