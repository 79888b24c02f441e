/** What employees may do and read, on the server; no page shows these numbers. All are chosen. */
export const employeeLimits = {
  /** Days after an order's end for which couriers and sites read the receiver's whole number. */
  receiverPhoneDays: 3,
  /** Wrong claim codes and identities that couriers and sites may try for one order in an hour. */
  wrongProofsPerHour: 10,
  /** Texts with links of prepared orders in 24 hours: of one employee, from one site, and to one number. */
  textsPerDay: 100,
  textsPerSiteAndDay: 200,
  textsPerNumberAndDay: 6,
  /** Photos that one employee may upload in 24 hours, and how many of them for orders that are being prepared. */
  photosPerDay: 2000,
  preparedPhotosPerDay: 300,
  /** Photos by employees for each bag of an order: 4 at each of six looks, and retries. */
  photosPerBag: 40,
} as const
