export * from './create-saved.ts'
export * from './offers.ts'
export * from './saved.machine.ts'
export * from './saved.selectors.ts'
