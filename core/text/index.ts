export * from './clean.ts'
export * from './digits.ts'
export * from './escape.ts'
