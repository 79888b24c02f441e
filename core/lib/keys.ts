/**
 * Every key of a device's storage. The values survive a release: `tests/unit/core/stored-releases.test.ts` holds what each
 * wrote.
 */
export const storageKeys = {
  language: 'language',
  /** Phone entry, account and the awaited code. */
  auth: 'auth',
  person: 'person',
  /** What the account was answered in the last minutes. */
  recentAnswers: 'recentAnswers',
  /** Drafts (spec section 3). */
  orderPreview: 'orderPreview',
  /** Keys of drafts that became orders. */
  placedDrafts: 'placedDrafts',
  /** Name of the last receiver (spec section 3). */
  recentRecipient: 'recentRecipientName',
  /** QR id of the last place (spec section 3). */
  lastSite: 'lastSiteQRId',
  /** Orders that can be shown without a network. */
  keptOrders: 'keptOrders',
  /** Lists of orders that can be shown without a network. */
  keptLists: 'keptLists',
  /** Saved recipients and addresses that can be shown without a network. */
  keptSaved: 'keptSaved',
  /** Small copies of the photos on cards for the desk. */
  cardPictures: 'cardPictures',
  /** Feedback that is not sent yet. */
  feedbackDraft: 'feedbackDraft',
  /** Name and email that are not saved yet. */
  profileDraft: 'profileDraft',
  /** Claims that are not sent yet, one for each order. */
  claimDraft: 'claimDraft',
  /** Photos for a desk's order that is not taken over yet. */
  handoverDraft: 'handoverDraft',
  /** Changes of orders that are not sent yet, one for each order. */
  changeDraft: 'changeDraft',
  /** Where bags go that nobody takes: not sent yet. */
  returnDraft: 'returnDraft',
  /** A code that was sent to delete the account. */
  deletionCode: 'deletionCode',
  /** What home announced when it was last read. */
  announcements: 'announcements',
  /** Ids of announcements that were closed on this device. */
  dismissed: 'dismissed',
  /** How far the device's clock is off, in milliseconds. */
  clock: 'clock',
  /** The offset at which the warning of a wrong clock was closed. */
  clockWarning: 'clockNotice',
} as const
