import type { Tab } from './device.ts'
import { accountOf } from './invariants.ts'
import { second } from './time.ts'
import type { Guest } from './world.types.ts'

/** Storage keys allowed after sign-out: settings, public data, and the phone entry. */
const deviceKeys = ['language', 'auth', 'announcements', 'dismissed', 'clock', 'clockNotice']

type Owner = Guest<Tab> & {
  device: { items: ReadonlyMap<string, string>; images: ReadonlyMap<string, unknown> }
}

/**
 * Signs out by the button. The device must not hold account data immediately afterwards, after a reload during
 * sign-out, and a second later, when other tabs have reacted. False if the tab isn't signed in.
 */
export function signOut({ name, world, chance, device }: Owner, tab: Tab): boolean {
  const { auth } = tab.app
  const { account } = auth.getSnapshot().context
  if (!account || !auth.getSnapshot().can({ type: 'auth.signOut' })) return false
  const { items, images } = device
  const pictures = [...images.keys()]
  const reportBroken = (details: string) => world.fail('signOutForgets', `${name} ${details}`)
  const checkItems = (when: string) => {
    for (const [key, text] of items)
      if (!deviceKeys.includes(key) || text.includes(account.uin) || text.includes(account.token))
        reportBroken(`still holds ${key} ${when}: ${text.slice(0, 200)}`)
  }
  auth.send({ type: 'auth.signOut' })
  checkItems('at once')
  if (world.options.isStormy && chance.bool(0.3)) {
    tab.log('reloads the page in the middle')
    tab.load()
    checkItems('after a reload')
  }
  world.time.after(second, name, () => {
    if (accountOf(items) === account.uin) return
    for (const [key, text] of items)
      if (text.includes(account.token) || (accountOf(items) === null && text.includes(account.uin)))
        reportBroken(`holds ${key} again`)
    for (const key of pictures) if (images.has(key)) reportBroken(`still holds the picture ${key}`)
  })
  return true
}
