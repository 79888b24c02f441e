export * from './numbers.ts'
export * from './price.ts'
export * from './promises.ts'
