const hourSeconds = 3_600
const daySeconds = 24 * hourSeconds

/**
 * Server-side limits for codes and guesses; no page shows them. Times in seconds.
 * A limit is `base` plus `share` per verified number, so that a busy place isn't mistaken for an attack.
 */
export const codeLimits = {
  /**
   * Codes per phone (contract). Unknown devices share them. A device that has signed in with the phone has an
   * equal quota of its own.
   */
  phone: [
    { count: 5, seconds: 600 },
    { count: 10, seconds: daySeconds },
  ],
  /** How long a device stays known for a phone after sign-in. */
  knownDevice: 30 * daySeconds,
  /**
   * Repeats of a sign-in whose response was lost, with its request and code: time since the first, and count. Each
   * repeat ends the previous token.
   */
  repeat: { seconds: 120, times: 3 },
  /** Requested numbers per address that never verified. */
  network: [
    { seconds: hourSeconds, base: 30, share: 0.5 },
    { seconds: daySeconds, base: 60, share: 0.5 },
  ],
  /** Per IPv6 /48, which is assigned to one site. */
  block: [
    { seconds: hourSeconds, base: 60, share: 0.5 },
    { seconds: daySeconds, base: 120, share: 0.5 },
  ],
  /**
   * While sending is paused, an address with this many verified numbers in a week may have this many open ones per
   * hour.
   */
  trusted: { verified: 5, open: 10 },
  /** Unverified messages per day: per country, and in total. */
  country: { base: 80, share: 0.5 },
  everywhere: { base: 150, share: 0.5 },
  /**
   * Circuit breaker: pauses sending to a country after an hour with at least this many messages and a smaller share
   * verified. A single address can't cause that many.
   */
  breaker: { messages: 60, verified: 0.25 },
  pause: hourSeconds / 2,
  /** Live guesses per phone and day over all senders. From this count, a sender of that kind can't guess any more. */
  guesses: { stranger: 12, asker: 24, knownDevice: 30 },
  /** Wrong codes per address and hour without the device's request, for numbers that did not sign in there. */
  networkGuesses: 30,
  blockGuesses: 60,
} as const
