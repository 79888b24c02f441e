export * from './client.ts'
export * from './demo-values.ts'
export * from './initial-data.ts'
export * from './path.ts'
