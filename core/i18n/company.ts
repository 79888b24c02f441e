import type { Company } from '../contract/config.ts'
import type { Formatter } from './formatter.ts'
import type { MessageKey } from './message-key.ts'

const factIds = {
  registration: 'company.registration',
  taxNumber: 'company.taxNumber',
} as const satisfies Partial<Record<keyof Company, MessageKey>>

/** Lines that name the seller on receipts: name, address, numbers and e-mail, those that are known. */
export function companyLines(intl: Formatter, company: Company): string[] {
  const numbers = (['registration', 'taxNumber'] as const).flatMap((fact) =>
    company[fact] === null ? [] : [`${intl.formatMessage({ id: factIds[fact] })}: ${company[fact]}`],
  )
  return [company.name, company.address, ...numbers, company.email].filter((line) => line !== null)
}
