import { type AuditEntry, auditTypes, listEmployees, operatorListAudit } from '@handsfree/core/contract'
import { actionNameOf, createOfficeList } from '@handsfree/core/office'
import { createReading, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import {
  Anchor,
  Button,
  ChipGroup,
  type DataColumn,
  Field,
  SelectControl,
  TextControl,
} from '../../ui/index.ts'
import { useFilters } from '../useFilters.ts'
import { ChangeText } from './ChangeText.tsx'
import { OfficeList } from './OfficeList.tsx'
import { OfficePage, OfficeTools } from './OfficePage.tsx'
import { useOfficeTime } from './useOfficeTime.ts'

const types = ['all', ...auditTypes] as const
const names = ['type', 'employeeId', 'order', 'from', 'until'] as const
type Filters = Partial<Record<(typeof names)[number], string>>

export default function OfficeAudit() {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const employees = useScreenActor((app) => createReading(app, listEmployees, {}))
  const listed = useSelector(employees, selectValue(employees)) ?? []
  const filters: Filters = Object.fromEntries(
    names.flatMap((name) => (filterOf(name) === '' ? [] : [[name, filterOf(name)]])),
  )
  return (
    <OfficePage titleKey="crewOffice.audit">
      <ChipGroup
        label={intl.formatMessage({ id: 'crewOffice.kind' })}
        layout="strip"
        options={types.map((value) => ({
          value,
          label: intl.formatMessage({ id: `crewOffice.auditType.${value}` }),
        }))}
        value={types.find((one) => one === filters.type) ?? 'all'}
        onChange={(value) => set('type', value === 'all' ? '' : value)}
      />
      <OfficeTools>
        <Field label={intl.formatMessage({ id: 'crewOffice.employee' })}>
          <SelectControl
            value={filterOf('employeeId')}
            onChange={({ currentTarget }) => set('employeeId', currentTarget.value)}
          >
            <option value="">{intl.formatMessage({ id: 'crewOffice.all' })}</option>
            {listed.map(({ employeeId, name }) => (
              <option key={employeeId} value={employeeId}>
                {name}
              </option>
            ))}
          </SelectControl>
        </Field>
        <form
          key={filterOf('order')}
          onSubmit={(event) => {
            event.preventDefault()
            set('order', String(new FormData(event.currentTarget).get('order')).trim())
          }}
        >
          <OfficeTools>
            <Field label={intl.formatMessage({ id: 'crewOffice.orderNumber' })}>
              <TextControl
                name="order"
                type="search"
                autoComplete="off"
                maxLength={40}
                defaultValue={filterOf('order')}
              />
            </Field>
            <Button type="submit" size="small">
              <FormattedMessage id="crewDesk.find" />
            </Button>
          </OfficeTools>
        </form>
        <Field label={intl.formatMessage({ id: 'crewOffice.from' })}>
          <TextControl
            type="date"
            value={filterOf('from')}
            onChange={({ currentTarget }) => set('from', currentTarget.value)}
          />
        </Field>
        <Field label={intl.formatMessage({ id: 'crewOffice.until' })}>
          <TextControl
            type="date"
            value={filterOf('until')}
            onChange={({ currentTarget }) => set('until', currentTarget.value)}
          />
        </Field>
      </OfficeTools>
      <Entries key={JSON.stringify(filters)} filters={filters} />
    </OfficePage>
  )
}

/** Midnight on the device; the day after for the end of a day. */
const startOf = (day: string, daysLater = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

function toQuery({ type, employeeId, order, from, until }: Filters) {
  const knownType = auditTypes.find((one) => one === type)
  return {
    ...(knownType && { type: knownType }),
    ...(employeeId && { employeeId }),
    ...(order && { order }),
    ...(from && { from: startOf(from) }),
    ...(until && { until: startOf(until, 1) }),
  }
}

function Entries({ filters }: { filters: Filters }) {
  const intl = useIntl()
  const timeText = useOfficeTime()
  const list = useScreenActor((app) =>
    createOfficeList(app, operatorListAudit, toQuery(filters), ({ operationId }) => operationId),
  )
  const columns = useMemo(
    (): readonly DataColumn<AuditEntry>[] => [
      {
        id: 'time',
        title: intl.formatMessage({ id: 'crewOffice.time' }),
        value: ({ time, happenedAt }) => timeText(happenedAt ?? time),
      },
      {
        id: 'actor',
        title: intl.formatMessage({ id: 'crewOffice.who' }),
        value: ({ actor, actorName }) => actorName ?? actor,
      },
      {
        id: 'what',
        title: intl.formatMessage({ id: 'crewOffice.what' }),
        value: ({ action }) => action ?? -1,
        cell: (entry) => <What {...entry} />,
      },
      {
        id: 'order',
        title: intl.formatMessage({ id: 'crewOffice.order' }),
        value: ({ orderNumber }) => orderNumber ?? '',
        cell: ({ orderId, orderNumber }) =>
          orderId && <Anchor href={`/crew/orders/${orderId}`}>{orderNumber}</Anchor>,
      },
      {
        id: 'details',
        title: intl.formatMessage({ id: 'crewOffice.details' }),
        value: ({ details }) => detailsText(details),
      },
    ],
    [intl, timeText],
  )
  return (
    <OfficeList
      list={list}
      label={intl.formatMessage({ id: 'crewOffice.audit' })}
      columns={columns}
      idOf={({ operationId }) => operationId}
    />
  )
}

function What({ change, action }: AuditEntry) {
  if (change) return <ChangeText {...change} />
  if (action === null) return <FormattedMessage id="crewOffice.auditType.people" />
  return <FormattedMessage id="crewOffice.action" values={{ action: actionNameOf(action) }} />
}

const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(valueText).join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const detailsText = (details: AuditEntry['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ')
