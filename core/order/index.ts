export * from './lifecycle.machine.ts'
export * from './lifecycle.ts'
export * from './status.ts'
