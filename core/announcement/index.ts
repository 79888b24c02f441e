export * from './announcements.machine.ts'
export * from './announcements.selectors.ts'
export * from './create-announcements.ts'
export * from './has-announcements.ts'
