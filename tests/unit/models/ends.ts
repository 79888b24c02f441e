/**
 * Final states by machine, where the app offers no further action: the flow is complete, or it needs another code,
 * another link or an operator.
 */
export const expectedEnds: Readonly<Record<string, readonly string[]>> = {
  accountDeletion: ['deleted'],
  accountExport: ['exhausted'],
  bagQuestion: ['notRight', 'right', 'withdrawn'],
  camera: ['over'],
  change: ['applied', 'expired', 'rejected', 'superseded', 'withdrawn'],
  claimForm: ['sent'],
  employeeSignIn: ['done'],
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
