export * from './screen.ts'
