export * from './labels.ts'
export * from './screens.ts'
