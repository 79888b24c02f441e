import type { employees } from '../users/employees.table.ts'
import { demoSites } from './sites.ts'

type NewEmployee = typeof employees.$inferInsert

const since = new Date('2026-01-01T00:00:00.000Z')

/** Couriers are not real people, and their numbers reach nobody. */
const couriers: NewEmployee[] = [
  {
    employeeId: 'courier-0731',
    role: 'courier',
    name: '陈明 Chen Ming',
    phone: '+86 571 0000 0731',
    plate: '浙A·6K27Q',
    createTime: since,
  },
  {
    employeeId: 'courier-0418',
    role: 'courier',
    name: '林芳 Lin Fang',
    phone: '+86 571 0000 0418',
    plate: '浙A·2M08R',
    createTime: since,
  },
]

/** One worker of every place that stores bags. */
const siteWorkers: NewEmployee[] = demoSites
  .filter(({ storage }) => storage)
  .map(({ siteId }, index) => ({
    employeeId: `site-${siteId}`,
    role: 'site',
    name: `Desk ${String(index + 1).padStart(2, '0')}`,
    phone: `+86 571 0001 00${String(index + 1).padStart(2, '0')}`,
    siteId,
    createTime: since,
  }))

export const demoEmployees: NewEmployee[] = [
  {
    employeeId: 'operator',
    role: 'operator',
    name: 'Operator',
    phone: '+86 571 0000 0000',
    createTime: since,
  },
  ...couriers,
  ...siteWorkers,
]
