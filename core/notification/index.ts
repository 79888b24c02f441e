export * from './notification.machine.ts'
export * from './notification.selectors.ts'
