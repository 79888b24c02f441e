import { fail, ok } from '@handsfree/core'
import {
  isShownAsRead,
  type Marks,
  notificationListMachine,
  type PageRange,
} from '@handsfree/core/notification'
import { defineModel } from './machine-model.ts'
import { notification, offline } from './samples.ts'

const newer = notification({ id: 'newer', indexId: 2 })
const older = notification({ id: 'older', indexId: 1 })
const pages = {
  'with more': ok({ list: [newer], hasMore: true }),
  'the last': ok({ list: [newer, older], hasMore: false }),
  offline: fail(offline),
}

/** What marks cover: all that is listed, the newer one, or nothing. */
const reach = ({ ids, upTo }: Marks) => (upTo > 0 ? 'all' : ids.length)

export const notificationListModel = defineModel<typeof notificationListMachine>({
  machine: notificationListMachine,
  starts: { 'one type': () => ({ type: 8 }) },
  samples: {
    'notifications.hint': { '': {} },
    'notifications.refresh': { '': {} },
    'notifications.more': { '': {} },
    'notifications.retry': { '': {} },
    'notifications.read': { newer: { id: newer.id }, unknown: { id: 'unknown' } },
    'notifications.readAll': { '': {} },
  },
  toldBy: { 'notifications.hint': 'hints' },
  outcomes: {
    loadFirst: pages,
    refreshPages: pages,
    loadMore: pages,
    mark: { marked: ok(null), offline: fail(offline) },
  },
  facts: ({ context }) => [
    context.notifications.length,
    context.hasMore,
    reach(context.asked),
    reach(context.marked),
  ],
  laws: {
    'no notification is listed twice': ({ snapshot: { context } }) =>
      new Set(context.notifications.map(({ id }) => id)).size === context.notifications.length,
    'only what is under way is asked for': ({ snapshot }) => {
      const { ids, upTo } = snapshot.context.asked
      return (ids.length > 0 || upTo > 0) === snapshot.matches({ shown: { marks: 'marking' } })
    },
    'what was marked shows as read': ({ snapshot: { context } }) =>
      context.notifications.every(
        (one) => !context.marked.ids.includes(one.id) || isShownAsRead(context, one),
      ),
    'a list keeps to its type, to read and to mark': ({ calls, snapshot: { context } }) =>
      calls.every(({ id, input }) => id === 'hints' || (input as PageRange).type === context.type),
    'more is one page, everything else begins with the first': ({ calls }) =>
      calls.every(({ id, input }) => {
        if (id === 'hints' || id === 'mark') return true
        const { from, to } = input as PageRange
        return id === 'loadMore' ? from > 1 && from === to : from === 1 && to >= 1
      }),
  },
  simple: { steps: 8, paths: 60 },
})
