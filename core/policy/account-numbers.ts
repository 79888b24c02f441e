/** Numbers of a traveller's own data, apart from the policy's others: home's first load has no use for them. */
export const accountPolicy = {
  /** Downloads of everything about oneself that a traveller may begin in 24 hours (chosen). */
  exportsPerDay: 3,
  /** Recipients, and addresses, that a traveller's account saves: the one that was used longest ago gives way (chosen). */
  maxSaved: 20,
  /** Years without use after which a saved recipient or address is deleted (chosen). */
  keepSavedYears: 2,
  /** Years for which orders and payments of a deleted account stay, without the person (chosen: bookkeeping). */
  keepAccountingYears: 10,
} as const
