export * from './act-text.ts'
export * from './acts.ts'
export * from './board.machine.ts'
export type * from './board.ts'
export {
  isBoardBehind,
  selectBoardContext,
  selectBoardReading,
  selectIsAssigning,
  toBoardChoice,
  toBoardView,
} from './board.ts'
export * from './board-grid.ts'
export * from './board-text.ts'
export * from './create-board.ts'
export * from './create-caller-change.ts'
export * from './create-crew-devices.ts'
export * from './create-crew-passkey-sign-in.ts'
export * from './create-desk-task.ts'
export * from './create-employee-sign-in.ts'
export * from './create-new-password.ts'
export * from './create-notices.ts'
export * from './create-open-orders.ts'
export * from './create-order-record.ts'
export * from './create-order-search.ts'
export * from './create-outbox.ts'
export * from './create-preparation.ts'
export * from './create-prepared-link.ts'
export * from './create-queue.ts'
export * from './create-shift.ts'
export * from './create-stop.ts'
export * from './create-tablet.ts'
export * from './create-team.ts'
export * from './day.ts'
export * from './desk.ts'
export * from './desk-task.machine.ts'
export type * from './desk-task.ts'
export { selectIsTaskBusy, selectIsTaskOpen, selectTaskProblem, selectTaskText } from './desk-task.ts'
export * from './employee-sign-in.machine.ts'
export * from './employee-sign-in.ts'
export * from './employee-sign-in-text.ts'
export * from './invoice-act-text.ts'
export * from './new-password.machine.ts'
export type * from './new-password.ts'
export {
  selectCurrentPassword,
  selectIsPasswordSaved,
  selectIsSavingPassword,
  selectNeedsCurrent,
  selectNewPassword,
  selectNewPasswordProblem,
  selectNewPin,
} from './new-password.ts'
export * from './new-password-text.ts'
export * from './order-record-text.ts'
export * from './order-search.machine.ts'
export * from './order-state-text.ts'
export * from './outbox.machine.ts'
export type * from './outbox.ts'
export {
  applyOutbox,
  photoGone,
  previousRefused,
  selectForeignActs,
  selectIsSendingActs,
  selectIsWaitingForNetwork,
  selectQueuedActs,
  selectSentActs,
  selectUndoableAct,
} from './outbox.ts'
export * from './predict-order.ts'
export * from './preparation.machine.ts'
export type * from './preparation.ts'
export {
  selectGuest,
  selectIsGuestWrong,
  selectIsPreparing,
  selectPreparationForm,
  selectPreparationProblem,
} from './preparation.ts'
export * from './prepare-text.ts'
export * from './prepared-link.machine.ts'
export type * from './prepared-link.ts'
export { selectPreparedLink, selectPreparedProblem, selectPreparedReading } from './prepared-link.ts'
export * from './queue.machine.ts'
export type * from './queue.ts'
export {
  queueKey,
  selectIsQueueBehind,
  selectIsQueueRead,
  selectQueueContext,
  selectQueueReading,
  toQueueView,
} from './queue.ts'
export * from './queue-text.ts'
export * from './queued-act.ts'
export * from './refund-text.ts'
export * from './report-text.ts'
export * from './scanned-code.ts'
export * from './session.ts'
export * from './shift.machine.ts'
export type * from './shift.ts'
export {
  selectColleagues,
  selectFreePlates,
  selectInHand,
  selectIsShiftBusy,
  selectPlate,
  selectShift,
  selectShiftProblem,
  selectShiftReading,
  selectTaker,
} from './shift.ts'
export * from './shift-text.ts'
export * from './stop.machine.ts'
export type * from './stop.ts'
export {
  selectAct,
  selectActProblem,
  selectActsOfStop,
  selectBagPhotos,
  selectIsActLegal,
  selectIsSendingAct,
  selectProof,
  selectStopOrder,
  selectStopReading,
} from './stop.ts'
export * from './stop-text.ts'
export * from './suggest-courier.ts'
export * from './tablet.machine.ts'
export * from './tablet.ts'
export * from './tablet-text.ts'
export * from './team.machine.ts'
export type * from './team.ts'
export {
  selectIsEndingShift,
  selectLeaving,
  selectShifts,
  selectTeamProblem,
  selectTeamReading,
  selectTeamTaker,
} from './team.ts'
