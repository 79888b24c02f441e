export * from './create-draft-form.ts'
export * from './draft-form.machine.ts'
export * from './draft-form.ts'
