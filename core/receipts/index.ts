export * from './credit-note-content.ts'
export * from './receipt-content.ts'
