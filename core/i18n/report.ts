import type { OrderReport } from '../contract/order.ts'
import type { Formatter } from './formatter.ts'

/** A report's reason in words, for employees and travellers. */
export const reportText = (intl: Formatter, report: OrderReport): string =>
  intl.formatMessage({ id: `report.${report}` })
