export * from './open-payment.ts'
export * from './payment.machine.ts'
export * from './payment.selectors.ts'
export * from './payment.types.ts'
