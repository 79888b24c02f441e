export * from './coordinates.ts'
export * from './mainland.ts'
export * from './map-links.ts'
