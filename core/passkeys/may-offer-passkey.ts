import type { App } from '../app.ts'
import { storageKeys } from '../lib/keys.ts'

/** Whether this device can hold passkeys and nobody has answered the offer on it. */
export const mayOfferPasskey = ({ platform }: Pick<App, 'platform'>): boolean =>
  platform.loadPasskeys !== undefined && platform.storage.get(storageKeys.passkeyOffer) === null
