import type { MessageKey } from '../../app/message-key.ts'

export type OfficePage = {
  path: string
  /** `<page>.page.tsx` in this folder. */
  page: string
  titleKey: MessageKey
}

/** The lists of the operator's office, in the order of its navigation. */
export const officeLinks: readonly OfficePage[] = [
  { path: '/crew/office/employees', page: 'Employees', titleKey: 'crewOffice.employees' },
]

export const officePages: readonly OfficePage[] = [
  ...officeLinks,
  { path: '/crew/office/employees/new', page: 'NewEmployee', titleKey: 'crewOffice.addEmployee' },
  { path: '/crew/office/employees/:employeeId', page: 'Employee', titleKey: 'crewOffice.employee' },
]
