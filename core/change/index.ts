export * from './change.machine.ts'
export * from './change.ts'
export * from './change.types.ts'
