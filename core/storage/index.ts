export * from './keys.ts'
export * from './read-stored.ts'
export * from './store.ts'
