import {
  type CallRequest,
  type CallResult,
  type CallShape,
  countEmployeeUnread,
  type Locale,
  listEmployeeNotifications,
  markEmployeeNotifications,
  openEmployeeLine,
} from '@handsfree/core/contract'
import { createFormatter, failureText, formatTime, joinParts, loadMessages } from '@handsfree/core/i18n'
import type { ApiFailure } from '@handsfree/core/lib'
import { employeeNotificationText, toEmployeeNotification } from '@handsfree/core/notifications'
import { reconnectDelay } from '@handsfree/core/realtime'
import { connectBroker } from './broker.ts'
import { createEmployeeApi } from './employee-api.ts'
import { ownTimeZone, randomFraction } from './platform.ts'
import { printable } from './prompts.ts'

const pageSize = 50

export type StaffOptions = {
  url: string
  locale: Locale
  token: string
  once: boolean
  signal: AbortSignal
  write(line: string): void
}

class StaffCallError extends Error {
  readonly failure: ApiFailure
  constructor(failure: ApiFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/**
 * Shows unread notifications (oldest first), marks them as read, and follows new ones over MQTT. Returns the exit
 * code: 1 if the token is rejected or the server doesn't answer.
 */
export async function followStaff({
  url,
  locale,
  token,
  once,
  signal,
  write,
}: StaffOptions): Promise<number> {
  const intl = createFormatter(locale, await loadMessages(locale))
  const api = createEmployeeApi({ url, token, locale })
  const call = async <Shape extends CallShape>(
    shape: Shape,
    request: CallRequest<Shape>,
  ): Promise<CallResult<Shape>> => {
    const answer = await api.call(shape, request)
    if (!answer.ok) throw new StaffCallError(answer.error)
    return answer.value
  }

  const readUnread = async () => {
    for (;;) {
      const query = { isRead: '0', pageSize: String(pageSize) }
      const { list } = await call(listEmployeeNotifications, { query })
      if (list.length === 0) return
      for (const item of list.toReversed()) {
        const notification = toEmployeeNotification(item)
        const own = { timeZone: ownTimeZone() }
        const at = { now: Date.now(), intl, deviceTimeZone: own.timeZone, ...(notification.zone ?? own) }
        const text = employeeNotificationText(intl, notification)
        write(printable(joinParts([formatTime(item.timestamp, at), text])))
      }
      const notificationList = list.map(({ notificationId }) => ({ notificationId }))
      await call(markEmployeeNotifications, { body: { notificationList, isRead: 1 } })
    }
  }

  let failures = 0
  /** Refetches on every hint, one read at a time. Ends with the connection or the signal. */
  const connect = async () => {
    const line = await call(openEmployeeLine, { body: {} })
    const scheme = url.startsWith('https:') ? 'wss' : 'ws'
    let reading = Promise.resolve()
    const scheduleRead = (fail: (error: unknown) => void) => {
      reading = reading.then(readUnread).catch(fail)
    }
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        stop()
        settle()
      }
      const stop = connectBroker(
        {
          url: `${scheme}://${line.host}:${line.port}/mqtt`,
          clientId: line.clientId,
          username: line.username,
          password: line.password,
          topics: [line.topic],
          keepalive: 20,
          connectTimeoutMs: 30_000,
        },
        {
          onOpen: () => {
            failures = 0
            write(intl.formatMessage({ id: 'staffNotification.listening' }))
            scheduleRead((error) => end(() => reject(error)))
          },
          onMessage: () => scheduleRead((error) => end(() => reject(error))),
          onClose: resolve,
        },
      )
      signal.addEventListener('abort', () => end(resolve), { once: true })
    })
    await reading
  }

  try {
    const count = await call(countEmployeeUnread, { query: {} })
    write(intl.formatMessage({ id: 'staffNotification.unread' }, { count }))
    if (once) await readUnread()
    while (!once && !signal.aborted) {
      await connect()
      if (signal.aborted) break
      write(intl.formatMessage({ id: 'staffNotification.reconnecting' }))
      failures += 1
      const delay = reconnectDelay(failures, randomFraction())
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
    return 0
  } catch (error) {
    if (!(error instanceof StaffCallError)) throw error
    const { failure } = error
    const isNotTheirs = failure.kind === 'refused' && [1010, 1011].includes(failure.code)
    write(
      isNotTheirs ? intl.formatMessage({ id: 'staffNotification.notAllowed' }) : failureText(intl, failure),
    )
    return 1
  }
}
