export * from './auth.machine.ts'
export * from './auth.selectors.ts'
export * from './auth.types.ts'
