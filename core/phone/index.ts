export * from './mobile.ts'
export * from './phone.ts'
