import { type Figures, type OrderFigures, operatorGetFigures } from '@handsfree/core/contract'
import { dayOf } from '@handsfree/core/i18n'
import {
  claimsPer1000Of,
  type FigureName,
  figureNames,
  onTimeShareOf,
  tenFigures,
} from '@handsfree/core/office'
import { createReading } from '@handsfree/core/realtime'
import { useMemo } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { type DataColumn, DataTable, Field, Section, TextControl } from '../../ui/index.ts'
import { useFilters } from '../useFilters.ts'
import { BarChart } from './BarChart.tsx'
import styles from './Figures.module.css'
import { OfficePage, OfficeTools } from './OfficePage.tsx'
import { OfficeReading } from './OfficeReading.tsx'

const dayMs = 86_400_000

/** Days before today that are shown at first. */
const shownDays = 29

export default function OfficeFigures() {
  const intl = useIntl()
  const { clock, platform } = useApp()
  const { filterOf, set } = useFilters()
  const dayAt = (daysAgo: number) => dayOf(clock.now() - daysAgo * dayMs, platform.timeZone())
  const from = filterOf('from') || dayAt(shownDays)
  const until = filterOf('until') || dayAt(0)
  return (
    <OfficePage titleKey="crewOffice.figures">
      <OfficeTools>
        <Field label={intl.formatMessage({ id: 'crewOffice.from' })}>
          <TextControl
            type="date"
            required
            max={until}
            value={from}
            onChange={({ currentTarget }) => set('from', currentTarget.value)}
          />
        </Field>
        <Field label={intl.formatMessage({ id: 'crewOffice.until' })}>
          <TextControl
            type="date"
            required
            min={from}
            value={until}
            onChange={({ currentTarget }) => set('until', currentTarget.value)}
          />
        </Field>
      </OfficeTools>
      <Days key={`${from} ${until}`} from={from} until={until} />
    </OfficePage>
  )
}

function Days({ from, until }: { from: string; until: string }) {
  const reading = useScreenActor((app) => createReading(app, operatorGetFigures, { query: { from, until } }))
  return <OfficeReading reading={reading}>{(figures) => <Shown figures={figures} />}</OfficeReading>
}

const shareText = (intl: IntlShape, share: number | null): string =>
  share === null ? '–' : intl.formatNumber(share, { style: 'percent', maximumFractionDigits: 1 })

const numberText = (intl: IntlShape, value: number | null): string =>
  value === null ? '–' : intl.formatNumber(value, { maximumFractionDigits: 1 })

const figureText = (intl: IntlShape, name: FigureName, value: number | null): string =>
  name === 'onTimeShare' ? shareText(intl, value) : numberText(intl, value)

function Shown({ figures }: { figures: Figures }) {
  const intl = useIntl()
  const values = tenFigures(figures)
  const { days, sites, couriers } = figures
  const names = useMemo(
    () => days.map(({ day }) => intl.formatDate(day, { timeZone: 'UTC', month: 'numeric', day: 'numeric' })),
    [days, intl],
  )
  const series = useMemo(
    () => [
      {
        title: intl.formatMessage({ id: 'crewOffice.figure.orders' }),
        tone: 'pine' as const,
        values: days.map(({ orders }) => orders),
      },
      {
        title: intl.formatMessage({ id: 'crewOffice.figure.late' }),
        tone: 'coral' as const,
        values: days.map(({ late }) => late),
      },
    ],
    [days, intl],
  )
  return (
    <>
      <dl className={styles.figures}>
        {figureNames.map((name) => (
          <div key={name}>
            <dt>
              <FormattedMessage id={`crewOffice.figure.${name}`} />
            </dt>
            <dd className="figures">{figureText(intl, name, values[name])}</dd>
          </div>
        ))}
      </dl>
      {days.length > 0 && (
        <BarChart label={intl.formatMessage({ id: 'crewOffice.byDay' })} names={names} series={series} />
      )}
      <Part title={intl.formatMessage({ id: 'crewOffice.bySite' })} name="sites" rows={sites} />
      <Part title={intl.formatMessage({ id: 'crewOffice.byCourier' })} name="couriers" rows={couriers} />
    </>
  )
}

type Row = OrderFigures & { name: string; siteId?: string; employeeId?: string }

type PartProps = { title: string; name: 'sites' | 'couriers'; rows: readonly Row[] }

function Part({ title, name, rows }: PartProps) {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const columns = useMemo((): readonly DataColumn<Row>[] => {
    const count = (id: 'orders' | 'pieces' | 'late' | 'missedPickups' | 'cancelled' | 'claims') => ({
      id,
      title: intl.formatMessage({ id: `crewOffice.figure.${id}` }),
      value: (row: Row) => row[id],
      cell: (row: Row) => numberText(intl, row[id]),
      isNumber: true,
    })
    return [
      { id: 'name', title: intl.formatMessage({ id: 'crewOffice.name' }), value: (row) => row.name },
      count('orders'),
      count('pieces'),
      {
        id: 'onTimeShare',
        title: intl.formatMessage({ id: 'crewOffice.figure.onTimeShare' }),
        value: (row) => onTimeShareOf(row) ?? -1,
        cell: (row) => shareText(intl, onTimeShareOf(row)),
        isNumber: true,
      },
      count('late'),
      count('missedPickups'),
      count('cancelled'),
      count('claims'),
      {
        id: 'claimsPer1000',
        title: intl.formatMessage({ id: 'crewOffice.figure.claimsPer1000' }),
        value: (row) => claimsPer1000Of(row) ?? -1,
        cell: (row) => numberText(intl, claimsPer1000Of(row)),
        isNumber: true,
      },
    ]
  }, [intl])
  if (rows.length === 0) return null
  return (
    <Section title={title}>
      <DataTable
        label={title}
        rows={rows}
        columns={columns}
        idOf={({ siteId, employeeId }) => siteId ?? employeeId ?? ''}
        sort={filterOf(name)}
        onSort={(sort) => set(name, sort)}
      />
    </Section>
  )
}
