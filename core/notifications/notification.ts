import type { SnapshotFrom } from 'xstate'
import { policy } from '../policy/numbers.ts'
import type { notificationMachine } from './notification.machine.ts'

type NotificationSnapshot = SnapshotFrom<typeof notificationMachine>

export const selectUnread = (snapshot: NotificationSnapshot) => snapshot.context.unread

/** Badge text: empty for 0, capped at 99 (spec section 9). */
export const selectUnreadBadge = ({ context: { unread } }: NotificationSnapshot): string => {
  if (unread <= 0) return ''
  return unread > policy.unreadBadgeCap ? `${policy.unreadBadgeCap}+` : String(unread)
}
