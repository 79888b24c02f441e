export * from './ics.ts'
export * from './order-calendar.ts'
