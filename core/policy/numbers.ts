/**
 * Every number that the product promises or enforces, for server, pages, FAQ and terms.
 * Sources: spec sections 5, 7 and 9 (S), contract (C), our own choice (chosen).
 */
export const policy = {
  /** Hours before pickup until which cancelling is free (S 9). */
  freeCancellationHours: 4,
  /** Refund deadline of a rejected or cancelled order, in hours (S 9). */
  refundHours: 72,
  /** Minutes that a courier waits for free at an in-person collection (S 9). */
  freeWaitMinutes: 30,
  /** Verification codes (C): validity and minimum interval, in seconds. */
  codeValidSeconds: 300,
  codeResendSeconds: 60,
  /** Highest number that an unread badge shows (S 9). */
  unreadBadgeCap: 99,
  /** Minutes of free cancellation after paying a late order, until the courier comes. */
  lateCancellationMinutes: 10,
  /**
   * Minutes after the pickup time or the courier's arrival from which a pickup counts as missed. 30 for the slot and 10
   * more, so that the traveller is notified within 15 minutes of the slot's end (chosen).
   */
  missedPickupMinutes: 40,
  /**
   * Minutes for a courier to answer an ask, and minutes before the pickup until which an earlier ask stays open (chosen).
   */
  askMinutes: 10,
  askLeadMinutes: 120,
  /** Bags that fit in a courier's car (chosen: the largest order). */
  carPieces: 20,
  /** Minutes to pay a change that costs more, before it expires (chosen). */
  changePayMinutes: 15,
  /** Minutes for an operator to answer a destination request (chosen). */
  destinationAnswerMinutes: 30,
  /** Max changes per order by its traveller. */
  maxOrderChanges: 20,
  /** Minutes of delay from which a delivery refunds this percentage of the amount paid (chosen). */
  lateMinutes: 30,
  latePercent: 10,
  veryLateMinutes: 60,
  veryLatePercent: 20,
  /** Minutes of the expected arrival window, which each courier report narrows (chosen). */
  bookedWindowMinutes: 60,
  pickedUpWindowMinutes: 30,
  onTheWayWindowMinutes: 20,
  /** Hours in storage before the traveller is asked where the bags go; longer if they choose so (chosen). */
  returnAfterHours: 72,
  returnKeepHours: 168,
  /** Minutes after which bags at an address without storage count as not collected (chosen). */
  returnDoorMinutes: 60,
  /** Default return fee of price rules, in minor units of the order's currency (chosen). */
  returnFee: 0,
  /** Largest suitcase, in inches (S 9). */
  maxLuggageInches: 32,
  /** Hours until we start on a claim (S 9). */
  claimStartHours: 24,
  /** Hours until we answer a complaint (S 9). */
  complaintResponseHours: 48,
  /** Hours of the hotline (S 9). */
  hotlineHours: '24/7',
  /** Pieces per order (C). */
  minPieces: 1,
  maxPieces: 20,
  /** Unpaid orders per traveller. */
  maxUnpaidOrders: 20,
  /** Open orders per traveller: in total, and from one pickup site. */
  maxOpenOrders: 30,
  maxSiteOrders: 10,
  /** Orders that a traveller may create and cancel in 24 hours. */
  cancelledOrdersPerDay: 10,
  /**
   * Prepared orders: hours until one expires, and a temporary one without photos; max waiting per employee, and max
   * text messages per order.
   */
  preparedOrderHours: 24,
  temporaryOrderHours: 2,
  maxPreparedOrders: 50,
  maxPreparedTexts: 3,
  /** Hours that bags wait at the delivery site before the traveller is notified again. */
  handedTimeoutHours: 24,
  /** Hours after handover until a receiver link expires. */
  linkHours: 24,
  /** Unknown links that an address may try per hour. */
  linkWrongTriesPerHour: 60,
  /** Seconds that the server holds a long poll of a trip page. */
  tripWaitSeconds: 8,
  /** Photos per order (C). */
  minPhotos: 1,
  maxPhotos: 9,
  /** Photo uploads per traveller in 24 hours. */
  photosPerDay: 200,
  /** Feedback: max pictures (C), characters, and messages per traveller in 24 hours. */
  maxFeedbackPhotos: 4,
  maxFeedbackCharacters: 1000,
  feedbackPerDay: 20,
  /** Image files (C). */
  maxImageMb: 10,
  maxImageMegapixels: 40,
  /** Pickup: today to 14 days ahead, in slots of 30 minutes, at least 60 minutes from now (C). */
  pickupDaysAhead: 14,
  slotMinutes: 30,
  pickupLeadMinutes: 60,
  /** Delivery at least 3 hours after pickup, unless the service area sets another travel time (C). */
  deliveryGapMinutes: 180,
  /** Hours of deliveries to own addresses, in local time. */
  addressOpens: '07:00',
  addressCloses: '22:00',
  /** Maximum distance from the pickup site to an own address, in km, unless the service area sets another. */
  addressKm: 50,
  /** Validity of a quote, in minutes (C). */
  quoteMinutes: 15,
  /** Seconds of checking a payment before its page can be reopened (chosen). */
  paymentReopenSeconds: 10,
  /** Verification codes (C): digits, wrong tries. */
  codeDigits: 6,
  codeTries: 3,
  /** Minimum length of an employee's password (chosen). */
  passwordCharacters: 8,
  /** Downloads of personal data per traveller in 24 hours (chosen). */
  exportsPerDay: 3,
  /** Minutes in which a proven account may change its number (chosen: a text message may take a while). */
  proofMinutes: 10,
  /** Passkeys per account (chosen). */
  maxPasskeys: 10,
  /** Hours of the pickup site's day during which news that can wait doesn't ring (chosen, as many phones' default). */
  quietFromHour: 22,
  quietUntilHour: 8,
  /** Minutes that a text message waits for the receipt of a push message with the same news (chosen). */
  pushReceiptMinutes: 2,
  /** Hours that a push service keeps urgent, other and late news for a phone that is off (chosen). */
  urgentPushHours: 4,
  pushHours: 12,
  latePushHours: 72,
  /** Days after which records of push messages are deleted (chosen). */
  keepPushDays: 7,
  /** Seconds to answer a passkey's challenge (WebAuthn recommends 5 minutes). */
  passkeyChallengeSeconds: 300,
  /** Passkey sign-ins that an address may start per hour (chosen: each opened sign-in page starts one). */
  passkeyStartsPerHour: 600,
  /** Failed passkey sign-ins per address and hour (as for codes). */
  passkeyFailuresPerHour: 30,
  /** Saved recipients, and addresses, per account; the least recently used one is replaced (chosen). */
  maxSaved: 20,
  /** Years without use until a saved recipient or address is deleted (chosen). */
  keepSavedYears: 2,
  /** Years to keep a deleted account's orders and payments, without personal data (chosen: bookkeeping). */
  keepAccountingYears: 10,
  /** Days after handover to file a claim (chosen). */
  claimDays: 7,
  /** Hours to pay an accepted offer (chosen: as a refund). */
  claimPayHours: 72,
  /** Claims per order, except those about a changed seal, count or damage. */
  maxClaims: 10,
  /** Per claim: photos, and characters of each message. */
  maxClaimPhotos: 6,
  maxClaimCharacters: 1000,
  /** Days to withdraw from storage without a transport (directive 2011/83/EU, articles 9 and 16). */
  withdrawalDays: 14,
  /**
   * Invoices: days after the last payment to request one (chosen: expenses of half a year), size of a file, and changes of
   * an order's request.
   */
  invoiceDays: 180,
  maxInvoiceMb: 2,
  maxInvoiceChanges: 20,
  /** Version of the Terms of Service that orders agree to. Change it with any text or number in them. */
  termsVersion: '2026-11-30.3',
  /** Version of the privacy policy. Change it with any text or number in it. */
  privacyVersion: '2026-11-30.3',
} as const
