export * from './create-office-act.ts'
export * from './office-act.machine.ts'
export type * from './office-calls.ts'
