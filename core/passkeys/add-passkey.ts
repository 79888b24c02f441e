import type { App } from '../app.ts'
import type { Passkey } from '../contract/passkey.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import { assertPresent, unwrap } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import type { DevicePasskeys } from '../lib/platform.ts'
import type { PasskeyCalls } from './passkey-calls.ts'
import { unwrapPasskey } from './passkey-problem.ts'

/** Throws if the device can't have passkeys. */
export const loadPasskeys = async ({ loadPasskeys: load }: App['platform']): Promise<DevicePasskeys> =>
  assertPresent(load, 'passkeys of the device')()

/** Creates a passkey on this device and adds it to its owner. Returns the owner's passkeys. */
export async function addDevicePasskey(
  { api, platform }: Pick<App, 'api' | 'platform'>,
  calls: PasskeyCalls,
  signal: CancelSignal,
): Promise<readonly Passkey[]> {
  const device = await loadPasskeys(platform)
  const options = unwrap(await api.call(calls.start, { body: {} }, { signal }))
  const passkey = unwrapPasskey(await device.create(options, signal))
  const list = unwrap(await api.call(calls.add, { body: { passkey } }, { signal }))
  platform.storage.set(storageKeys.passkeyOffer, 'answered')
  return list
}
