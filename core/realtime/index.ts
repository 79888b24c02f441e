export * from './hint.ts'
export * from './hints.ts'
export * from './realtime.machine.ts'
export * from './realtime.selectors.ts'
