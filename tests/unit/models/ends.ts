/**
 * States with nothing to do, by machine: the order is there, the words are sent, the page leads on; another code, another link
 * or an operator is needed.
 */
export const endsAsWritten: Readonly<Record<string, readonly string[]>> = {
  accountDeletion: ['deleted'],
  accountExport: ['exhausted'],
  bagQuestion: ['notRight', 'right', 'withdrawn'],
  camera: ['over'],
  change: ['applied', 'expired', 'rejected', 'superseded', 'withdrawn'],
  claimForm: ['sent'],
  feedback: ['sent'],
  handover: ['taken'],
  orderChange: ['asked', 'changed'],
  orderLedger: ['notThere'],
  payment: ['settled'],
  photo: ['uploaded.shown'],
  placement: ['placed', 'placedInOtherTab', 'unknownSite'],
  profile: ['left'],
  reading: ['notThere'],
  refund: ['doneByOperator'],
  scanner: ['found'],
  sharedLine: ['left', 'over'],
  signIn: ['done'],
  submission: ['accepted', 'outcomeUnknown', 'refused'],
  textMessage: ['sent'],
  trip: ['ended'],
}
