export * from './check-catalogue.ts'
export * from './entries.ts'
export * from './read-files.ts'
export * from './write-files.ts'
