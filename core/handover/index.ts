export * from './create-handover.ts'
export * from './handover.machine.ts'
export * from './handover.selectors.ts'
