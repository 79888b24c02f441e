export * from './create-feedback.ts'
export * from './feedback.machine.ts'
export * from './feedback.selectors.ts'
