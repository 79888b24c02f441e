export * from './auth.machine.ts'
export type * from './auth.ts'
export {
  selectAccount,
  selectIsEnteringCode,
  selectIsSignedIn,
  selectNeedsProfile,
  selectPendingCode,
  selectPhone,
  selectProfile,
  selectRequestId,
} from './auth.ts'
export { isAboutCode } from './auth-problem.ts'
export * from './auth-problem-text.ts'
export * from './code-arrival.machine.ts'
export * from './create-code-arrival.ts'
export * from './create-key-code.ts'
export { createDeviceConsent, type DeviceConsent } from './device-consent.ts'
export * from './key-code.machine.ts'
export { selectIsAddingPhone, selectIsEnteringKeyCode, selectKeyCodeWait } from './key-code.ts'
export { missingConsentOf } from './missing-consent.ts'
export * from './sign-in.machine.ts'
export type * from './sign-in.ts'
export {
  extractCode,
  selectAuthIsBusy,
  selectAuthProblem,
  selectCanResend,
  selectCode,
  selectCodeLifetime,
  selectCodeValidity,
  selectDemoCode,
  selectIsCodeSpent,
  selectIsCountingDown,
  selectIsEnteringPhone,
  selectIsResending,
  selectIsSignInStarting,
  selectSecondsLeft,
} from './sign-in.ts'
