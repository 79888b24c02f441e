/** Promises checked where they can break, in addition to `invariants`. */
export const promises = {
  noDefect: 'No unexpected errors occur.',
  codesOfTheTable: 'Every error has a documented code and a message in both languages.',
  ownPassword: 'A broker password works only for its client.',
  ownCalls: 'The employees’ app doesn’t ask for what only travellers may read.',
  signedOutIsOut: 'Signing out ends the token on the servers.',
  ordersStayPrivate: 'An account can’t read another account’s order.',
  notificationsStayPrivate: 'An account can’t mark another account’s notifications.',
  codesOpenOnce: 'A verification code works once.',
  onlyTheReceiver: 'Bags are handed over only to their receiver.',
  pagesCanBePaid: 'A payment link opens a page that accepts payments.',
  failedPhotosGoAgain: 'A failed photo upload can be retried.',
  draftsComeBack: 'A reload restores the form.',
  numbersCanBeChanged: 'The phone number can be changed after a code was sent.',
  signOutForgets: 'Signing out deletes all data of the account from the device.',
  everybodyGetsIn: 'A traveller who retries can sign in within a day.',
  everybodyGetsOut: 'A traveller without ongoing orders can delete the account.',
} as const

export type PromiseName = keyof typeof promises
