export * from './mask.ts'
export * from './mask-inspection.ts'
