import { demoCatalogue } from './world.ts'

export const demoEmployees = demoCatalogue.employees
