export * from './claim-case.machine.ts'
export * from './claim-case.ts'
export * from './claim-case.types.ts'
export * from './claim-rules.ts'
