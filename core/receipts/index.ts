export * from './credit-note-content.ts'
export * from './receipt-content.ts'
export * from './tax-number.ts'
