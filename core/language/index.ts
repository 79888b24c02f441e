export * from './language.machine.ts'
export * from './language.selectors.ts'
export * from './load-messages.ts'
export * from './locale.ts'
