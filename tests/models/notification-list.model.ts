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
const withMore = { list: [newer], pages: 1, hasMore: true }
const theLast = { list: [newer, older], pages: 2, hasMore: false }

/** What marks cover: all that is listed, the newer one, or nothing. */
const reach = ({ ids, upTo }: Marks) => (upTo > 0 ? 'all' : ids.length)

export const notificationListModel = defineModel<typeof notificationListMachine>({
  machine: notificationListMachine,
  starts: { 'one type': () => ({ type: 8 }) },
  samples: {
    'reading.changed': { reading: { isReading: true }, 'not read': { isReading: false } },
    'reading.done': { 'with more': { value: withMore }, 'the last': { value: theLast } },
    'reading.gone': { '': {} },
    'notifications.refresh': { '': {} },
    'notifications.more': { '': {} },
    'notifications.retry': { '': {} },
    'notifications.read': { newer: { id: newer.id }, unknown: { id: 'unknown' } },
    'notifications.readAll': { '': {} },
  },
  toldBy: { 'reading.changed': 'reading', 'reading.done': 'reading', 'reading.gone': 'reading' },
  outcomes: {
    loadMore: { 'with more': ok(withMore), 'the last': ok(theLast), offline: fail(offline) },
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
      return (ids.length > 0 || upTo > 0) === snapshot.matches({ marks: 'marking' })
    },
    'what was marked shows as read': ({ snapshot: { context } }) =>
      context.notifications.every(
        (one) => !context.marked.ids.includes(one.id) || isShownAsRead(context, one),
      ),
    'a list keeps to its type, to read and to mark': ({ calls, snapshot: { context } }) =>
      calls.every(({ id, input }) => id === 'reading' || (input as PageRange).type === context.type),
    'more is one page behind those that are listed': ({ calls }) =>
      calls.every(({ id, input }) => {
        if (id !== 'loadMore') return true
        const { from, to } = input as PageRange
        return from > 1 && from === to
      }),
  },
  simple: { steps: 8, paths: 60 },
})
