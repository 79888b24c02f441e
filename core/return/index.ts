export * from './create-order-return.ts'
export * from './order-return.machine.ts'
export * from './order-return.selectors.ts'
export * from './return-draft.ts'
