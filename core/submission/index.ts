export * from './submission.machine.ts'
export * from './submission.ts'
