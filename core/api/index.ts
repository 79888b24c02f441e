export * from './client.ts'
export * from './contract/index.ts'
export * from './error-codes.ts'
export * from './failure.ts'
