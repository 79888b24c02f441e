export * from './act-words.ts'
export * from './acts.ts'
export * from './create-crew-devices.ts'
export * from './create-day.ts'
export * from './create-employee-sign-in.ts'
export * from './create-new-password.ts'
export * from './create-notices.ts'
export * from './create-shift.ts'
export * from './create-stop.ts'
export * from './day.ts'
export * from './demo-session.ts'
export * from './employee-sign-in.machine.ts'
export * from './employee-sign-in.ts'
export * from './employee-sign-in-words.ts'
export * from './member.ts'
export * from './new-password.machine.ts'
export type * from './new-password.ts'
export {
  selectCurrentPassword,
  selectIsPasswordSaved,
  selectIsSavingPassword,
  selectNewPassword,
  selectNewPasswordProblem,
} from './new-password.ts'
export * from './new-password-words.ts'
export * from './open-orders.ts'
export * from './order-state-words.ts'
export * from './shift.machine.ts'
export type * from './shift.ts'
export {
  selectFreePlates,
  selectIsShiftBusy,
  selectPlate,
  selectShift,
  selectShiftProblem,
  selectShiftReading,
} from './shift.ts'
export * from './shift-words.ts'
export * from './stop.machine.ts'
export type * from './stop.ts'
export {
  selectAct,
  selectActProblem,
  selectIsActLegal,
  selectIsActUncertain,
  selectIsSendingAct,
  selectProof,
  selectStopOrder,
  selectStopReading,
} from './stop.ts'
