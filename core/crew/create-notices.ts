import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { listEmployeeNotifications, markEmployeeNotifications } from '../contract/employee-notification.ts'
import { ok } from '../lib/result.ts'
import { type EmployeeNotification, toEmployeeNotification } from '../notifications/employee-notification.ts'
import { noListener, provideReading, type ReadingActor } from '../realtime/create-reading.ts'
import { onUnreadHint } from '../realtime/hints.ts'

/** The contract's largest page. Older notices are about orders that are long over. */
const maxNotices = 50

/** The employee's latest 50 notices, newest first. Created, not started. */
export const createNotices = (app: App): ReadingActor<readonly EmployeeNotification[]> =>
  createActor(
    provideReading(
      (listener) => onUnreadHint(app, listener),
      async (signal) => {
        const query = { pageSize: String(maxNotices) }
        const answer = await app.api.call(listEmployeeNotifications, { query }, { signal })
        return answer.ok ? ok(answer.value.list.map(toEmployeeNotification)) : answer
      },
    ),
    {
      input: { initialValue: null, isFresh: false, listener: noListener },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )

/** Marks notices as read in the background. They stay unread if the call fails. */
export async function markNotices(
  app: App,
  notices: ReadingActor<readonly EmployeeNotification[]>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const notificationList = ids.map((notificationId) => ({ notificationId }))
  await app.api.call(markEmployeeNotifications, { body: { notificationList, isRead: 1 } })
  app.notification.send({ type: 'unread.changed' })
  notices.send({ type: 'reading.hint' })
}
