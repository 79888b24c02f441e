const hour = 3_600
const day = 24 * hour

/**
 * Limits of codes and guesses on the server; no page shows these numbers. Times in seconds. `base` plus `share` for
 * each number that verified: success raises a limit, so that a busy place is not taken for an attack.
 */
export const codeLimits = {
  /**
   * Codes for a phone (contract): strangers share them, and a device that has signed in with the phone has as many of
   * its own.
   */
  phone: [
    { count: 5, seconds: 600 },
    { count: 10, seconds: day },
  ],
  /** How long a device is known for a phone after it signed in. */
  knownDevice: 30 * day,
  /**
   * A sign-in whose answer was lost may be repeated with its request and code: so long after the first, and so often.
   * Each repeat ends the token of the one before.
   */
  repeat: { seconds: 120, times: 3 },
  /** Numbers that one address requested codes for and that never verified. */
  network: [
    { seconds: hour, base: 30, share: 0.5 },
    { seconds: day, base: 60, share: 0.5 },
  ],
  /** The same for an IPv6 /48, which is assigned to one site. */
  block: [
    { seconds: hour, base: 60, share: 0.5 },
    { seconds: day, base: 120, share: 0.5 },
  ],
  /** An address where so many numbers verified in a week may have so many open ones an hour while sending is paused. */
  trusted: { verified: 5, open: 10 },
  /** Messages of a day that nobody verified: for a country, and for all. */
  country: { base: 80, share: 0.5 },
  everywhere: { base: 150, share: 0.5 },
  /**
   * At least this share of so many messages to a country in an hour is verified, or sending there pauses. More than one
   * address may cause.
   */
  breaker: { messages: 60, verified: 0.25 },
  pause: hour / 2,
  /** Live guesses for a phone in a day, over all senders: from this count on a sender of this kind has none. */
  guesses: { stranger: 12, asker: 24, knownDevice: 30 },
  /** Wrong codes from an address in an hour without a request of the device, for numbers that did not sign in there. */
  networkGuesses: 30,
  blockGuesses: 60,
} as const
