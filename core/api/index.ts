export * from './client.ts'
export * from './demo-values.ts'
export * from './known.ts'
export * from './path.ts'
