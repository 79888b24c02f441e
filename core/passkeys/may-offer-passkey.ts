import type { App } from '../app.ts'
import { storageKeys } from '../lib/keys.ts'

/** True if this device supports passkeys and the offer is unanswered on it. */
export const mayOfferPasskey = ({ platform }: Pick<App, 'platform'>): boolean =>
  platform.loadPasskeys !== undefined && platform.storage.get(storageKeys.passkeyOffer) === null
