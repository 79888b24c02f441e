export * from './clean.ts'
export * from './escape.ts'
