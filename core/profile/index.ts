export * from './create-profile.ts'
export * from './profile.machine.ts'
export * from './profile.selectors.ts'
