import type { MessageKey } from '../app/message-key.ts'

export type OfficePage = {
  path: string
  /** `<page>.page.tsx` in `office`. */
  page: string
  titleKey: MessageKey
}

/** The lists of the operator's office, in the order of its navigation. */
export const officeLinks: readonly OfficePage[] = [
  { path: '/crew/office/employees', page: 'Employees', titleKey: 'crewOffice.employees' },
  { path: '/crew/office/catalogue', page: 'Catalogue', titleKey: 'crewOffice.catalogue' },
  { path: '/crew/office/figures', page: 'Figures', titleKey: 'crewOffice.figures' },
  { path: '/crew/office/money', page: 'Money', titleKey: 'crewOffice.money' },
  { path: '/crew/office/audit', page: 'Audit', titleKey: 'crewOffice.audit' },
  { path: '/crew/office/claims', page: 'Claims', titleKey: 'claims.title' },
  { path: '/crew/office/disputes', page: 'Disputes', titleKey: 'crewOffice.disputes' },
  { path: '/crew/office/jobs', page: 'Jobs', titleKey: 'crewOffice.jobs' },
  { path: '/crew/office/feedback', page: 'Feedback', titleKey: 'feedback.title' },
]

export const officePages: readonly OfficePage[] = [
  ...officeLinks,
  { path: '/crew/office/employees/new', page: 'NewEmployee', titleKey: 'crewOffice.addEmployee' },
  { path: '/crew/office/employees/:employeeId', page: 'Employee', titleKey: 'crewOffice.employee' },
  { path: '/crew/office/catalogue/import', page: 'CatalogueImport', titleKey: 'crewOffice.import' },
  { path: '/crew/office/catalogue/log', page: 'CatalogueLog', titleKey: 'crewOffice.catalogueLog' },
  { path: '/crew/office/catalogue/sheets', page: 'CodeSheets', titleKey: 'crewOffice.codeSheets' },
  { path: '/crew/office/claims/:claimId', page: 'Claim', titleKey: 'crewOffice.claim' },
]
