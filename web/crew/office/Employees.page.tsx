import { type Employee, employeeRoles, listEmployees, operatorGetCatalogue } from '@handsfree/core/contract'
import { createReading, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Anchor, Button, ChipGroup, type DataColumn, DataTable, Field, TextControl } from '../../ui/index.ts'
import { useFilters } from '../useFilters.ts'
import { EmployeeBadge, stateOf } from './EmployeeBadge.tsx'
import { OfficePage, OfficeTools } from './OfficePage.tsx'
import { OfficeReading } from './OfficeReading.tsx'

const roles = ['all', ...employeeRoles] as const

export default function OfficeEmployees() {
  const intl = useIntl()
  const reading = useScreenActor((app) => createReading(app, listEmployees, {}))
  const sites = useScreenActor((app) =>
    createReading(app, operatorGetCatalogue, { query: { kind: 'sites' } }),
  )
  const siteNames = useSelector(sites, selectValue(sites))?.catalogue.sites
  const { filterOf, set } = useFilters()
  const role = filterOf('role') || 'all'
  const columns = useColumns(
    useMemo(
      () => new Map(siteNames?.map(({ siteId, name }) => [siteId, name[intl.locale as 'en-US']])),
      [siteNames, intl.locale],
    ),
  )
  return (
    <OfficePage titleKey="crewOffice.employees">
      <OfficeTools>
        <Field label={intl.formatMessage({ id: 'crewOffice.findEmployee' })}>
          <TextControl
            type="search"
            autoComplete="off"
            maxLength={60}
            value={filterOf('find')}
            onChange={({ currentTarget }) => set('find', currentTarget.value)}
          />
        </Field>
        <ChipGroup
          label={intl.formatMessage({ id: 'crewOffice.role' })}
          options={roles.map((value) => ({ value, label: roleText(intl, value) }))}
          value={roles.find((one) => one === role) ?? 'all'}
          onChange={(value) => set('role', value === 'all' ? '' : value)}
        />
        <Button
          size="small"
          icon={<UserPlus size={20} aria-hidden="true" />}
          href="/crew/office/employees/new"
        >
          <FormattedMessage id="crewOffice.addEmployee" />
        </Button>
      </OfficeTools>
      <OfficeReading reading={reading}>
        {(employees) => (
          <Found
            employees={employees}
            isShown={(employee) =>
              (role === 'all' || employee.role === role) && isFound(employee, filterOf('find'))
            }
            columns={columns}
          />
        )}
      </OfficeReading>
    </OfficePage>
  )
}

type FoundProps = {
  employees: readonly Employee[]
  isShown: (employee: Employee) => boolean
  columns: readonly DataColumn<Employee>[]
}

function Found({ employees, isShown, columns }: FoundProps) {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const shown = employees.filter(isShown)
  return (
    <>
      <p className="soft" role="status">
        <FormattedMessage id="crewOffice.shownOf" values={{ shown: shown.length, all: employees.length }} />
      </p>
      <DataTable
        label={intl.formatMessage({ id: 'crewOffice.employees' })}
        rows={shown}
        columns={columns}
        idOf={({ employeeId }) => employeeId}
        sort={filterOf('sort')}
        onSort={(sort) => set('sort', sort)}
      />
    </>
  )
}

const roleText = (intl: IntlShape, role: (typeof roles)[number]): string =>
  role === 'all'
    ? intl.formatMessage({ id: 'crewOffice.all' })
    : intl.formatMessage({ id: 'crewAccount.member' }, { role })

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** By a part of the name, the plate or the phone number's digits. */
function isFound({ name, plate, phone }: Employee, typed: string): boolean {
  const text = typed.trim().toLowerCase()
  const digits = digitsOf(text)
  return (
    [name, plate].some((one) => one.toLowerCase().includes(text)) ||
    (digits.length > 2 && digitsOf(phone).includes(digits))
  )
}

function useColumns(siteNames: ReadonlyMap<string, string>): readonly DataColumn<Employee>[] {
  const intl = useIntl()
  return useMemo(
    () => [
      {
        id: 'name',
        title: intl.formatMessage({ id: 'crewOffice.name' }),
        value: ({ name }) => name,
        cell: ({ employeeId, name }) => (
          <Anchor href={`/crew/office/employees/${encodeURIComponent(employeeId)}`}>{name}</Anchor>
        ),
      },
      {
        id: 'role',
        title: intl.formatMessage({ id: 'crewOffice.role' }),
        value: ({ role }) => roleText(intl, role),
      },
      {
        id: 'state',
        title: intl.formatMessage({ id: 'crewOffice.state' }),
        value: stateOf,
        cell: (employee) => <EmployeeBadge employee={employee} />,
      },
      { id: 'phone', title: intl.formatMessage({ id: 'crewOffice.phone' }), value: ({ phone }) => phone },
      {
        id: 'place',
        title: intl.formatMessage({ id: 'crewOffice.place' }),
        value: ({ siteId, regionId }) => (siteId ? (siteNames.get(siteId) ?? siteId) : (regionId ?? '')),
      },
      { id: 'plate', title: intl.formatMessage({ id: 'crewOffice.plate' }), value: ({ plate }) => plate },
      {
        id: 'added',
        title: intl.formatMessage({ id: 'crewOffice.added' }),
        value: ({ createTime }) => Date.parse(createTime),
        cell: ({ createTime }) => intl.formatDate(createTime),
        isNumber: true,
      },
    ],
    [intl, siteNames],
  )
}
