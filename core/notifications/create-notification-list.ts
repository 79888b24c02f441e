import { createActor } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import type { App } from '../app.ts'
import { listNotifications, markNotifications } from '../contract/notification.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { fromCall } from '../lib/from-call.ts'
import { ok, type Result } from '../lib/result.ts'
import { providePaging } from '../realtime/create-paging.ts'
import { onUnreadHint } from '../realtime/hints.ts'
import { type CustomerNotification, toCustomerNotification } from './customer-notification.ts'
import {
  type MarkRequest,
  type NotificationListActor,
  type NotificationListInput,
  notificationListMachine,
} from './notification-list.machine.ts'

const pageSize = 20
/** The contract's limits per call for listing and marking. */
const maxPageSize = 50
const marksPerCall = 100

const typesOf = ({ type }: Pick<NotificationListInput, 'type'>) =>
  type === null ? {} : { types: [String(type)] }

/** Ids of unread notifications up to an `indexId`. */
async function findUnread(
  api: ApiClient,
  { upTo, ...filter }: MarkRequest,
): Promise<Result<string[], ApiFailure>> {
  const ids = new Set<string>()
  for (let page = 1, total = 1; (page - 1) * maxPageSize < total; page++) {
    const query = { page: String(page), pageSize: String(maxPageSize), isRead: '0', ...typesOf(filter) }
    const answer = await api.call(listNotifications, { query })
    if (!answer.ok) return answer
    for (const { notificationId, indexId } of answer.value.list) if (indexId <= upTo) ids.add(notificationId)
    total = answer.value.paging.total
  }
  return ok([...ids])
}

async function mark(api: ApiClient, request: MarkRequest): Promise<Result<unknown, ApiFailure>> {
  const { ids, upTo } = request
  const unread = upTo > 0 ? await findUnread(api, request) : ok([])
  if (!unread.ok) return unread
  const all = [...new Set([...ids, ...unread.value])]
  for (let start = 0; start < all.length; start += marksPerCall) {
    const notificationList = all
      .slice(start, start + marksPerCall)
      .map((notificationId) => ({ notificationId }))
    const answer = await api.call(markNotifications, { body: { notificationList, isRead: 1 } })
    if (!answer.ok) return answer
  }
  return ok(null)
}

/**
 * The traveller's notifications of one type, or of all with null. Created, not started.
 * Marking outlives the screen, since a tap also navigates. The unread count is refetched after any outcome.
 */
export const createNotificationList = (
  app: App,
  type: NotificationListInput['type'],
): NotificationListActor =>
  createActor(
    notificationListMachine.provide({
      actors: {
        paging: providePaging<CustomerNotification>({
          watch: (listener) => onUnreadHint(app, listener),
          async read(next, signal) {
            const page = next ?? '1'
            const query = { page, pageSize: String(pageSize), ...typesOf({ type }) }
            const answer = await app.api.call(listNotifications, { query }, { signal })
            if (!answer.ok) return answer
            const { list, paging } = answer.value
            const hasMore = Number(page) * pageSize < paging.total
            return ok({
              list: list.map(toCustomerNotification),
              next: hasMore ? `${Number(page) + 1}` : null,
            })
          },
          idOf: ({ id }) => id,
        }),
        mark: fromCall<unknown, MarkRequest>(async ({ input }) => {
          const result = await mark(app.api, input)
          app.notification.send({ type: 'unread.changed' })
          return result
        }),
      },
    }),
    { input: { type, now: app.clock.now }, clock: app.platform.clock, inspect: app.options.inspect },
  )
