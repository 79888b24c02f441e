import * as v from 'valibot'
import { createActor } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import type { App } from '../app.ts'
import { Locale } from '../contract/common.ts'
import { listNotifications, markNotifications, NotificationItem } from '../contract/notification.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import type { CachedPages } from '../lib/paging.machine.ts'
import { ok, type Result } from '../lib/result.ts'
import { createStore } from '../lib/store.ts'
import { readerOf } from '../orders/cached-orders.ts'
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

/** The first page of all types. Cities are in the store's `locale`. */
const firstPageStore = createStore({
  key: storageKeys.keptNotifications,
  schema: v.object({
    version: v.literal(1),
    uin: v.string(),
    locale: Locale,
    list: v.array(NotificationItem),
    next: v.nullable(v.string()),
    /** Milliseconds since 1970. */
    readAt: v.number(),
  }),
  owner: ['uin', 'locale'],
})

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

function readFirstPage(app: App): CachedPages<CustomerNotification> | null {
  const { storage, isOnline } = app.platform
  const { account } = app.auth.getSnapshot().context
  const { locale } = app.language.getSnapshot().context
  const stored = account && firstPageStore.read(storage, readerOf({ uin: account.uin, locale }, isOnline()))
  return (
    stored && {
      pages: { list: stored.list.map(toCustomerNotification), next: stored.next },
      readAt: stored.readAt,
    }
  )
}

/**
 * The traveller's notifications of one type, or of all with null. Stores the first page of all, so that the next visit
 * begins with it. Created, not started.
 * Marking outlives the screen, since a tap also navigates. The unread count is refetched after any outcome.
 */
export function createNotificationList(app: App, type: NotificationListInput['type']): NotificationListActor {
  const currentUin = () => app.auth.getSnapshot().context.account?.uin
  const uin = currentUin()
  const { locale } = app.language.getSnapshot().context
  return createActor(
    notificationListMachine.provide({
      actors: {
        paging: providePaging<CustomerNotification>({
          watch: (listener) => onUnreadHint(app, listener),
          async read(cursor, signal) {
            const page = cursor ?? '1'
            const query = { page, pageSize: String(pageSize), ...typesOf({ type }) }
            const answer = await app.api.call(listNotifications, { query }, { signal })
            if (!answer.ok) return answer
            const { list, paging } = answer.value
            const next = Number(page) * pageSize < paging.total ? `${Number(page) + 1}` : null
            // Skip if the traveller has signed out since.
            if (cursor === null && type === null && uin !== undefined && currentUin() === uin)
              firstPageStore.write(app.platform.storage, {
                version: 1,
                ...{ uin, locale, list, next, readAt: app.clock.now() },
              })
            return ok({ list: list.map(toCustomerNotification), next })
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
    {
      input: { type, now: app.clock.now, cachedPages: type === null ? readFirstPage(app) : null },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )
}
