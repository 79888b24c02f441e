export * from './consents.machine.ts'
export {
  selectConsentsProblem,
  selectConsentsReading,
  selectHasConsents,
  selectPrivacyConsent,
  selectPushConsent,
} from './consents.ts'
export * from './contact.ts'
export * from './create-account.ts'
export * from './create-consents.ts'
export * from './create-profile.ts'
export * from './create-saved.ts'
export * from './deletion.machine.ts'
export {
  selectDeletionReading,
  selectDeletionWait,
  selectIsEnteringDeletionCode,
} from './deletion.ts'
export * from './devices.machine.ts'
export * from './devices.ts'
export * from './export.machine.ts'
export * from './offers.ts'
export * from './privacy-facts.ts'
export * from './profile.machine.ts'
export * from './profile.ts'
export * from './saved.machine.ts'
export * from './saved.ts'
