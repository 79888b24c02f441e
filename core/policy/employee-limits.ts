/** Server-side limits for employees; no page shows them. All are chosen. */
export const employeeLimits = {
  /** Days after an order's end during which couriers and sites see the receiver's full number. */
  receiverPhoneDays: 3,
  /** Wrong claim codes and identities per order and hour, for couriers and sites. */
  wrongProofsPerHour: 10,
  /** Texts with links of prepared orders in 24 hours: per employee, per site, and per number. */
  textsPerDay: 100,
  textsPerSiteAndDay: 200,
  textsPerNumberAndDay: 6,
  /** Photo uploads per employee in 24 hours, and how many of them for prepared orders. */
  photosPerDay: 2000,
  preparedPhotosPerDay: 300,
  /** Hours until an invitation expires. */
  invitationHours: 24,
  /**
   * Wrong passwords, in seconds: for a phone from an address, for a phone from all addresses, and from an address for
   * all phones. After that, none is compared, and employees sign in by code.
   */
  passwordGuesses: {
    perPhoneAndSender: { count: 5, seconds: 600 },
    perPhone: { count: 50, seconds: 86_400 },
    perSender: { count: 30, seconds: 3_600 },
  },
  /** Wrong PINs, as above: for an employee on a tablet, for an employee, and on a tablet. */
  pinGuesses: {
    perPhoneAndSender: { count: 5, seconds: 600 },
    perPhone: { count: 20, seconds: 86_400 },
    perSender: { count: 30, seconds: 3_600 },
  },
  /** Minutes after a sign-in during which a PIN can be set without a password. */
  freshSignInMinutes: 10,
  /** Minutes without a tap until a shared tablet asks for a PIN (contract). */
  tabletIdleMinutes: 10,
  /** Seconds between a tablet’s reports that someone uses it. The server allows this much more idle time. */
  tabletReportSeconds: 60,
  /** Oldest act that may be reported, in hours (contract). */
  happenedHours: 12,
  /** Employee photos per bag: 4 at each of six inspections, and retries. */
  photosPerBag: 40,
} as const
