export * from './receipt-content.ts'
