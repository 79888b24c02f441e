/**
 * Keys of the device storage. Values must survive releases: `tests/unit/core/stored-releases.test.ts` has samples of
 * each release.
 */
export const storageKeys = {
  language: 'language',
  /** Phone entry, account and the awaited code. */
  auth: 'auth',
  person: 'person',
  /** Cached answers of the last minutes, for the account. */
  recentAnswers: 'recentAnswers',
  /** Drafts (spec section 3). */
  orderPreview: 'orderPreview',
  /** Keys of drafts that became orders. */
  placedDrafts: 'placedDrafts',
  /** Name of the last receiver (spec section 3). */
  recentRecipient: 'recentRecipientName',
  /** QR id of the last place (spec section 3). */
  lastSite: 'lastSiteQRId',
  /** Orders for offline use. */
  keptOrders: 'keptOrders',
  /** Order lists for offline use. */
  keptLists: 'keptLists',
  /** First page of notifications for the next visit. */
  keptNotifications: 'keptNotifications',
  /** Saved recipients and addresses for offline use. */
  keptSaved: 'keptSaved',
  /** Thumbnails of photos on desk cards. */
  cardPictures: 'cardPictures',
  feedbackDraft: 'feedbackDraft',
  /** Orders that the traveller rated. */
  ratedOrders: 'ratedOrders',
  profileDraft: 'profileDraft',
  /** Unsent claims, one per order. */
  claimDraft: 'claimDraft',
  /** Photos for a prepared order that isn't taken over yet. */
  handoverDraft: 'handoverDraft',
  /** Unsent changes, one per order. */
  changeDraft: 'changeDraft',
  /** Unsent choice of where uncollected bags go. */
  returnDraft: 'returnDraft',
  /** The unsent buyer of an invoice. */
  invoiceDraft: 'invoiceDraft',
  /** Code sent to confirm the account's deletion. */
  deletionCode: 'deletionCode',
  /** Address and code of a sign-in by e-mail, while the code is awaited. */
  emailCode: 'emailCode',
  /** Version and language of the privacy policy that someone agreed to, for sign-ins on this device. */
  privacyConsent: 'privacyConsent',
  /** How an employee last signed in: `code` or `password`. */
  signInMethod: 'signInMethod',
  /** A site's shared tablet, which this device is. */
  tablet: 'tablet',
  /** When someone last tapped on the shared tablet, in ms since 1970. */
  tabletUse: 'tabletUse',
  /** Employees’ acts that the server hasn't confirmed. */
  outbox: 'outbox',
  /** Employees’ unsent entries for acts, one per order. */
  actDrafts: 'actDrafts',
  /** An employee's orders for offline use. */
  crewOrders: 'crewOrders',
  /** The push subscription that this device last sent. */
  push: 'push',
  /** Whether someone turned push notices down on this device. */
  pushDeclined: 'pushDeclined',
  /** `answered` once someone accepted, declined or used a passkey on this device. */
  passkeyOffer: 'passkeyOffer',
  announcements: 'announcements',
  dismissed: 'dismissed',
  /** Offset of the device clock, in ms. */
  clock: 'clock',
  /** Offset at which the clock warning was closed. */
  clockWarning: 'clockNotice',
} as const
