import {
  type Bill,
  type BillDifference,
  type Money,
  type MoneyMove,
  moneyKinds,
  operatorCompareBills,
} from '@handsfree/core/contract'
import { dayOf, formatMoney } from '@handsfree/core/i18n'
import { createMoney, type DayOfMoney, moneyByDay, moneyCsv, sumMoney } from '@handsfree/core/office'
import { createReading } from '@handsfree/core/realtime'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { saveFile } from '../../app/save-file.ts'
import { useApp } from '../../app/useApp.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import {
  Anchor,
  Button,
  type DataColumn,
  DataTable,
  EmptyListPicture,
  EmptyState,
  Field,
  Section,
  TextControl,
} from '../../ui/index.ts'
import { useFilters } from '../useFilters.ts'
import { BarChart } from './BarChart.tsx'
import styles from './Figures.module.css'
import { OfficePage, OfficeTools } from './OfficePage.tsx'
import { OfficeReading } from './OfficeReading.tsx'

const columnNames = [...moneyKinds, 'left'] as const

export default function OfficeMoney() {
  const intl = useIntl()
  const { clock, platform } = useApp()
  const { filterOf, set } = useFilters()
  const month =
    /^20\d\d-(0[1-9]|1[0-2])$/.exec(filterOf('month'))?.[0] ??
    dayOf(clock.now(), platform.timeZone()).slice(0, 7)
  return (
    <OfficePage titleKey="crewOffice.money">
      <OfficeTools>
        <Field label={intl.formatMessage({ id: 'crewOffice.month' })}>
          <TextControl
            type="month"
            required
            value={month}
            onChange={({ currentTarget }) => set('month', currentTarget.value)}
          />
        </Field>
      </OfficeTools>
      <Month key={month} month={month} />
      <Bills />
    </OfficePage>
  )
}

function Month({ month }: { month: string }) {
  const app = useApp()
  const reading = useScreenActor((created) => createMoney(created, month))
  return (
    <OfficeReading reading={reading}>
      {(moves) =>
        moves.length === 0 ? (
          <EmptyState picture={<EmptyListPicture />} title={<FormattedMessage id="crewOffice.none" />} />
        ) : (
          <>
            <div>
              <Button
                size="small"
                icon={<Download size={20} aria-hidden="true" />}
                onClick={() =>
                  void saveFile(app, moneyCsv(moves), { name: `money-${month}.csv`, type: 'text/csv' })
                }
              >
                <FormattedMessage id="crewOffice.csv" />
              </Button>
            </div>
            <Shown moves={moves} />
          </>
        )
      }
    </OfficeReading>
  )
}

function Shown({ moves }: { moves: readonly MoneyMove[] }) {
  const intl = useIntl()
  const rows = useMemo(() => moneyByDay(moves), [moves])
  return sumMoney(moves).map(({ currency, ...sums }) => (
    <Section key={currency} title={currency}>
      <div className={styles.part}>
        <dl className={styles.figures}>
          {columnNames.map((name) => (
            <div key={name}>
              <dt>
                <FormattedMessage id={`crewOffice.money.${name}`} />
              </dt>
              <dd className="figures">{formatMoney({ amount: sums[name], currency }, intl)}</dd>
            </div>
          ))}
        </dl>
        <Currency rows={rows.filter((row) => row.currency === currency)} />
      </div>
    </Section>
  ))
}

const inUnits = (minor: number) => minor / 100

function Currency({ rows }: { rows: readonly DayOfMoney[] }) {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const { names, series } = useMemo(() => {
    const days = [...new Set(rows.map(({ day }) => day))]
    const sum = (day: string, kind: 'payment' | 'refund') =>
      rows.filter((row) => row.day === day).reduce((all, row) => all + inUnits(row[kind]), 0)
    return {
      names: days.map((day) => intl.formatDate(day, { timeZone: 'UTC', month: 'numeric', day: 'numeric' })),
      series: [
        {
          title: intl.formatMessage({ id: 'crewOffice.money.payment' }),
          tone: 'pine' as const,
          values: days.map((day) => sum(day, 'payment')),
        },
        {
          title: intl.formatMessage({ id: 'crewOffice.money.refund' }),
          tone: 'coral' as const,
          values: days.map((day) => sum(day, 'refund')),
        },
      ],
    }
  }, [rows, intl])
  const columns = useMemo(
    (): readonly DataColumn<DayOfMoney>[] => [
      { id: 'day', title: intl.formatMessage({ id: 'crewOffice.day' }), value: ({ day }) => day },
      { id: 'site', title: intl.formatMessage({ id: 'crewOffice.site' }), value: ({ siteName }) => siteName },
      ...columnNames.map((name) => ({
        id: name,
        title: intl.formatMessage({ id: `crewOffice.money.${name}` as const }),
        value: (row: DayOfMoney) => row[name],
        cell: (row: DayOfMoney) => formatMoney({ amount: row[name], currency: row.currency }, intl),
        isNumber: true,
      })),
    ],
    [intl],
  )
  return (
    <>
      <BarChart label={intl.formatMessage({ id: 'crewOffice.byDay' })} names={names} series={series} />
      <DataTable
        label={intl.formatMessage({ id: 'crewOffice.money' })}
        rows={rows}
        columns={columns}
        idOf={({ day, siteId }) => `${day} ${siteId}`}
        sort={filterOf('sort')}
        onSort={(sort) => set('sort', sort)}
      />
    </>
  )
}

/** The providers' bills of a chosen day, next to our books. */
function Bills() {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const [day = ''] = /^20\d\d-\d\d-\d\d$/.exec(filterOf('bill')) ?? []
  return (
    <Section title={intl.formatMessage({ id: 'crewOffice.bills' })}>
      <div className={styles.part}>
        <p className="soft">
          <FormattedMessage id="crewOffice.billsDetail" />
        </p>
        <OfficeTools>
          <Field label={intl.formatMessage({ id: 'crewOffice.day' })}>
            <TextControl
              type="date"
              value={day}
              onChange={({ currentTarget }) => set('bill', currentTarget.value)}
            />
          </Field>
        </OfficeTools>
        {day && <BillsOfDay key={day} day={day} />}
      </div>
    </Section>
  )
}

function BillsOfDay({ day }: { day: string }) {
  const reading = useScreenActor((app) => createReading(app, operatorCompareBills, { query: { day } }))
  return (
    <OfficeReading reading={reading}>
      {({ bills }) =>
        bills.length === 0 ? (
          <p>
            <FormattedMessage id="crewOffice.billsNone" />
          </p>
        ) : (
          bills.map((bill) => <ProviderBill key={bill.provider} bill={bill} />)
        )
      }
    </OfficeReading>
  )
}

function ProviderBill({ bill: { provider, state, totals, differences } }: { bill: Bill }) {
  const intl = useIntl()
  const columns = useMemo((): readonly DataColumn<BillDifference>[] => {
    const amountColumn = (id: 'ours' | 'theirs', title: string) => ({
      id,
      title,
      value: (row: BillDifference) => row[id]?.amount ?? 0,
      cell: (row: BillDifference) => textOf(row[id]),
      isNumber: true,
    })
    const textOf = (money: Money | null) => (money ? formatMoney(money, intl) : '–')
    return [
      {
        id: 'kind',
        title: intl.formatMessage({ id: 'crewOffice.kind' }),
        value: ({ kind }) => intl.formatMessage({ id: 'crewOffice.billKind' }, { kind }),
      },
      {
        id: 'order',
        title: intl.formatMessage({ id: 'crewOffice.order' }),
        value: ({ orderNumber }) => orderNumber ?? '',
        cell: ({ orderId, orderNumber }) =>
          orderId ? <Anchor href={`/crew/orders/${orderId}`}>{orderNumber}</Anchor> : '–',
      },
      amountColumn('ours', intl.formatMessage({ id: 'crewOffice.billOurs' })),
      amountColumn('theirs', intl.formatMessage({ id: 'crewOffice.billTheirs' })),
      {
        id: 'reference',
        title: intl.formatMessage({ id: 'crewOffice.reference' }),
        value: ({ reference }) => reference,
      },
    ]
  }, [intl])
  return (
    <div className={styles.part}>
      <h3>
        <FormattedMessage id="crewOffice.billProvider" values={{ provider }} />
      </h3>
      {state === 'notYet' && <FormattedMessage id="crewOffice.billNotYet" />}
      {state === 'unavailable' && <FormattedMessage id="crewOffice.billUnavailable" />}
      {state === 'compared' && (
        <>
          {totals.map(({ kind, ours, theirs }) => (
            <p key={`${kind} ${ours.currency}`} className="figures">
              <FormattedMessage
                id="crewOffice.billTotal"
                values={{ kind, ours: formatMoney(ours, intl), theirs: formatMoney(theirs, intl) }}
              />
            </p>
          ))}
          {differences.length === 0 ? (
            <p>
              <FormattedMessage id="crewOffice.billMatches" />
            </p>
          ) : (
            <DataTable
              label={intl.formatMessage({ id: 'crewOffice.billDifferences' })}
              rows={differences}
              columns={columns}
              idOf={({ kind, reference }) => `${kind} ${reference}`}
            />
          )}
        </>
      )}
    </div>
  )
}
