export * from './countries.ts'
export * from './country-search.ts'
export * from './mobile.ts'
export * from './phone.ts'
