import { cacheKeys, clearAccountData } from './auth/account-storage.ts'
import type { AuthActor } from './auth/auth.machine.ts'
import { adoptVisitorDrafts } from './booking/adopt-visitor-drafts.ts'
import type { PlacementActor } from './booking/placement.machine.ts'
import type { Account } from './contract/user.ts'
import { storageKeys } from './lib/keys.ts'
import type { Platform } from './lib/platform.ts'
import type { NotificationActor } from './notifications/notification.machine.ts'
import type { RealtimeActor } from './realtime/realtime.machine.ts'

type FollowedActors = {
  auth: AuthActor
  realtime: RealtimeActor
  notification: NotificationActor
  placements: Map<string, PlacementActor>
}

/**
 * Passes the account to the realtime and notification actors, and deletes the data of a traveller who has signed out.
 * Returns an unsubscribe function.
 */
export function followAccount(
  { auth, realtime, notification, placements }: FollowedActors,
  platform: Pick<Platform, 'storage' | 'heldImages'>,
): () => void {
  let account: Account | null = null
  const follow = () => {
    const { context } = auth.getSnapshot()
    if (context.account?.token === account?.token) return
    account = context.account
    if (account) {
      adoptVisitorDrafts(platform.storage, account.uin)
      realtime.send({ type: 'account.signedIn', account })
      notification.send({ type: 'account.signedIn' })
    } else {
      realtime.send({ type: 'account.signedOut' })
      notification.send({ type: 'account.signedOut' })
    }
  }
  const subscriptions = [
    auth.subscribe(follow),
    auth.on('auth.signedOut', ({ reason }) => {
      for (const placement of placements.values()) placement.stop()
      placements.clear()
      // After a confirmed deletion, clear this device even if the request got no answer.
      if (reason === 'request' || reason === 'unconfirmed') clearAccountData(platform)
      else for (const key of cacheKeys) platform.storage.remove(storageKeys[key])
    }),
    realtime.on('realtime.unreadChanged', () =>
      notification.send({ type: 'unread.changed', fromHint: true }),
    ),
    realtime.on('realtime.refresh', () => notification.send({ type: 'unread.changed' })),
  ]
  follow()
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
