import { createActor, fromCallback } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import type { App } from '../app.ts'
import { listNotifications, markNotifications } from '../contract/notification.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { fromCall } from '../lib/from-call.ts'
import { ok, type Result } from '../lib/result.ts'
import { onUnreadHint } from '../realtime/hints.ts'
import { type CustomerNotification, toCustomerNotification } from './customer-notification.ts'
import {
  type PopupActor,
  type PopupCheck,
  type PopupEvent,
  type PopupPage,
  popupMachine,
} from './popup.machine.ts'

/** The current page. `subscribe` returns an unsubscribe function. */
export type PopupPages = {
  current(): PopupPage
  subscribe(listener: () => void): () => void
}

/** Max unread notifications searched for a popup; older ones remain in the list. */
const maxSearched = 50

async function findPopup(
  api: ApiClient,
  { seen }: { seen: string[] },
  signal: CancelSignal,
): Promise<Result<CustomerNotification | null, ApiFailure>> {
  const query = { pageSize: String(maxSearched), isRead: '0' }
  const answer = await api.call(listNotifications, { query }, { signal })
  if (!answer.ok) return answer
  const popup = answer.value.list
    .map(toCustomerNotification)
    .find(({ id, isPopup }) => isPopup && !seen.includes(id))
  return ok(popup ?? null)
}

/** A withdrawn notification is no longer a popup. One that isn't among the latest still holds. */
async function checkPopup(
  api: ApiClient,
  { id }: { id: string | null },
  signal: CancelSignal,
): Promise<Result<PopupCheck, ApiFailure>> {
  const answer = await api.call(listNotifications, { query: { pageSize: String(maxSearched) } }, { signal })
  if (!answer.ok) return answer
  const isOver = answer.value.list.some(({ notificationId, isPopup }) => notificationId === id && !isPopup)
  return ok({ holds: !isOver })
}

/** The notification shown over the page. Marks what is shown, there or on the page, as read. Created, not started. */
export const createPopup = (app: App, pages: PopupPages): PopupActor =>
  createActor(
    popupMachine.provide({
      actors: {
        hints: fromCallback<PopupEvent>(({ sendBack }) =>
          onUnreadHint(app, () => sendBack({ type: 'popup.hint' })),
        ),
        pages: fromCallback<PopupEvent>(({ sendBack }) =>
          pages.subscribe(() => sendBack({ type: 'popup.pageChanged', page: pages.current() })),
        ),
        findPopup: fromCall<CustomerNotification | null, { seen: string[] }>(({ input, signal }) =>
          findPopup(app.api, input, signal),
        ),
        checkPopup: fromCall<PopupCheck, { id: string | null }>(({ input, signal }) =>
          checkPopup(app.api, input, signal),
        ),
        markRead: fromCall<unknown, { id: string | null }>(async ({ input: { id } }) => {
          if (id === null) return ok(null)
          const body = { notificationList: [{ notificationId: id }], isRead: 1 as const }
          const answer = await app.api.call(markNotifications, { body })
          app.notification.send({ type: 'unread.changed' })
          return answer
        }),
      },
    }),
    { input: { page: pages.current() }, clock: app.platform.clock, inspect: app.options.inspect },
  )
