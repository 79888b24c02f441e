/**
 * Every number that the product promises or enforces. Server decisions, buttons, FAQ and terms all read these.
 * Sources: spec sections 5, 7 and 9 (S), contract (C), our own choice (chosen).
 */
export const policy = {
  /** Hours before pickup until which cancelling is free (S 9). */
  freeCancellationHours: 4,
  /** Hours within which a failed review or a cancellation is refunded (S 9). */
  refundHours: 72,
  /** Minutes that a courier waits free of charge at an in-person collection (S 9). */
  freeWaitMinutes: 30,
  /** Verification codes (C): seconds of validity, seconds between two. */
  codeValidSeconds: 300,
  codeResendSeconds: 60,
  /** Highest number that an unread badge shows (S 9). */
  unreadBadgeCap: 99,
  /** Minutes after paying for which an order that was placed later than that is cancelled free, until the courier comes. */
  lateCancellationMinutes: 10,
  /**
   * Minutes after the pickup time, or after the courier's arrival, from which a pickup counts as missed: the slot's 30
   * and 10 more, so that the traveller is notified within 15 minutes of the slot's end (chosen).
   */
  missedPickupMinutes: 40,
  /** Minutes in which a change of an order that costs more is paid, or the order stays as it was (chosen). */
  changePayMinutes: 15,
  /** Minutes within which an operator answers a request for another destination after the pickup (chosen). */
  destinationAnswerMinutes: 30,
  /** Changes of one order that its traveller may ask for. */
  maxOrderChanges: 20,
  /** Minutes after the promised time from which a late delivery gives back so many percent of what was paid (chosen). */
  lateMinutes: 30,
  latePercent: 10,
  veryLateMinutes: 60,
  veryLatePercent: 20,
  /** Minutes of the window in which bags are expected: it narrows with each report of the courier (chosen). */
  bookedWindowMinutes: 60,
  pickedUpWindowMinutes: 30,
  onTheWayWindowMinutes: 20,
  /** Hours that bags lie in storage before their traveller is asked where they go; longer when they choose so (chosen). */
  returnAfterHours: 72,
  returnKeepHours: 168,
  /** Minutes after which bags at an address without storage count as not collected (chosen). */
  returnDoorMinutes: 60,
  /** What going back or on costs where a price rule names nothing, in minor units of the order's currency (chosen). */
  returnFee: 0,
  /** Largest suitcase, inches (S 9). */
  maxLuggageInches: 32,
  /** Hours within which a claim is taken up (S 9). */
  claimStartHours: 24,
  /** Hours within which a complaint is answered (S 9). */
  complaintResponseHours: 48,
  /** When the hotline answers (S 9). */
  hotlineHours: '24/7',
  /** Pieces of one order (C). */
  minPieces: 1,
  maxPieces: 20,
  /** Unpaid orders of one traveller. */
  maxUnpaidOrders: 20,
  /** Orders of one traveller that are neither closed nor cancelled: in all, and from one pickup site. */
  maxOpenOrders: 30,
  maxSiteOrders: 10,
  /** Orders that one traveller may create and cancel in 24 hours. */
  cancelledOrdersPerDay: 10,
  /**
   * Orders that a desk or an operator has filled in for a guest: hours in which the guest may take one over, and a
   * temporary one without photos; how many may wait of one employee, and how often the link is sent by text message.
   */
  preparedOrderHours: 24,
  temporaryOrderHours: 2,
  maxPreparedOrders: 50,
  maxPreparedTexts: 3,
  /** Hours that bags wait at the delivery site before the traveller is notified again. */
  handedTimeoutHours: 24,
  /** Hours after the hand-over until which a receiver's link works. */
  linkHours: 24,
  /** Unknown links that one address may try in an hour. */
  linkWrongTriesPerHour: 60,
  /** Seconds for which the server holds the question of an open trip page. */
  tripWaitSeconds: 8,
  /** Photos of one order (C). */
  minPhotos: 1,
  maxPhotos: 9,
  /** Photos that one traveller may upload in 24 hours. */
  photosPerDay: 200,
  /** One feedback: pictures (C), characters, and how many a traveller may send in 24 hours. */
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
  /** Delivery at least 3 hours after pickup, where the service area names no other travel time (C). */
  deliveryGapMinutes: 180,
  /** When deliveries to a traveller's own address are possible, by its clock. */
  addressOpens: '07:00',
  addressCloses: '22:00',
  /** Kilometres from the pickup site to such an address, where the service area names no other bound. */
  addressKm: 50,
  /** Minutes for which a quote is valid (C). */
  quoteMinutes: 15,
  /** Seconds of checking a payment before its page is offered again (chosen). */
  paymentReopenSeconds: 10,
  /** Verification codes (C): digits, wrong tries. */
  codeDigits: 6,
  codeTries: 3,
  /** Downloads of everything about oneself that a traveller may begin in 24 hours (chosen). */
  exportsPerDay: 3,
  /** Recipients, and addresses, that a traveller's account saves: the one that was used longest ago gives way (chosen). */
  maxSaved: 20,
  /** Years without use after which a saved recipient or address is deleted (chosen). */
  keepSavedYears: 2,
  /** Years for which orders and payments of a deleted account stay, without the person (chosen: bookkeeping). */
  keepAccountingYears: 10,
  /** Days after the hand-over until which a claim may be made (chosen). */
  claimDays: 7,
  /** Hours within which an accepted offer is paid (chosen: as a refund). */
  claimPayHours: 72,
  /** Claims of one order, those of a changed seal, count or damage not counted. */
  maxClaims: 10,
  /** One claim: its photos, and characters of each message. */
  maxClaimPhotos: 6,
  maxClaimCharacters: 1000,
  /** Version of the Terms of Service that an order agrees to; another text or number in them is another version. */
  termsVersion: '2026-11-27.1',
} as const
