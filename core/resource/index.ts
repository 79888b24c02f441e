export * from './create-resource.ts'
export * from './resource.machine.ts'
