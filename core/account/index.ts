export * from './create-account.ts'
export * from './deletion.machine.ts'
export * from './devices.machine.ts'
export * from './export.machine.ts'
