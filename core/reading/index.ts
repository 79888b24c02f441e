export * from './create-reading.ts'
export * from './reading.machine.ts'
export * from './reading.selectors.ts'
