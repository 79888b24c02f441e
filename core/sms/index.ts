export * from './text-message.machine.ts'
export * from './text-message.ts'
export * from './text-message.types.ts'
