/** Promises checked where they can break, in addition to `invariants`. */
export const promises = {
  noDefect: 'Nothing breaks.',
  codesOfTheTable: 'Every refusal has a code of the table and words in both languages.',
  ownPassword: 'Nobody uses another’s password.',
  signedOutIsOut: 'Who signs out is out, also at the servers.',
  ordersStayPrivate: 'Nobody reads the order of another account.',
  notificationsStayPrivate: 'Nobody marks the notifications of another account.',
  codesOpenOnce: 'A code opens an account once.',
  onlyTheReceiver: 'Bags go to nobody but their receiver.',
  pagesCanBePaid: 'Whoever goes to pay comes to a page on which one can.',
  failedPhotosGoAgain: 'A photo that did not get through can be sent again.',
  draftsComeBack: 'What was filled in is there again after a reload.',
  numbersCanBeChanged: 'A number may be changed while a code is out.',
  signOutForgets: 'Signing out deletes everything of the account from the device.',
  everybodyGetsIn: 'Whoever has the patience gets into their account.',
  everybodyGetsOut: 'Whoever has nothing under way may delete the account.',
} as const

export type PromiseName = keyof typeof promises
