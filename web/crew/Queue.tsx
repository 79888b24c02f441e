import { type Queue as QueueAnswer, type QueueKind, queueKinds } from '@handsfree/core/contract'
import {
  createOrderSearch,
  createQueue,
  type QueueActor,
  type QueueRow,
  queueChangeText,
  queueDetailText,
  queueKey,
  queueKindText,
  queueUrgency,
  selectFoundOrders,
  selectIsQueueBehind,
  selectIsQueueRead,
  selectQueueContext,
  selectQueueReading,
  timeLeftText,
  toQueueView,
} from '@handsfree/core/crew'
import { bagsText, durationText, formatTime } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { type ReactNode, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearch } from 'wouter'
import { navigate } from '../app/navigate.ts'
import { useIsWide } from '../app/useIsWide.ts'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { LoadingPage, ReadingFallback } from '../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import {
  Anchor,
  Button,
  ChipGroup,
  EmptyListPicture,
  EmptyState,
  Headline,
  Page,
  Skeleton,
  StatusBadge,
  type StatusBadgeProps,
} from '../ui/index.ts'
import { CrewBar } from './CrewBar.tsx'
import { Found, SearchForm } from './Desk.tsx'
import { OutboxStatus } from './OutboxStatus.tsx'
import { OwnPasskeyOffer } from './OwnPasskeyOffer.tsx'
import styles from './Queue.module.css'
import { moveFocus, type Shortcut, ShortcutsSheet, useShortcuts } from './Shortcuts.tsx'

/** An operator's first page: the queue, by its promises. */
export function Queue() {
  const queue = useScreenActor(createQueue)
  const isRead = useSelector(queue, selectIsQueueRead)
  const reading = useSelector(queue, selectQueueReading)
  const bar = <CrewBar />
  if (isRead) return <OpenQueue queue={queue} bar={bar} />
  return (
    <ReadingFallback
      reading={reading}
      bar={bar}
      loading={
        <LoadingPage bar={bar} labelKey="crewQueue.loading" wide>
          <Skeleton width="40%" height="34px" />
          <Skeleton shape="block" height="48px" />
          <Skeleton shape="block" height="320px" />
        </LoadingPage>
      }
    />
  )
}

const kindParameter = 'kind'

/** The kind in the address; null for all. */
function useKind(): QueueKind | null {
  const named = new URLSearchParams(useSearch()).get(kindParameter)
  return queueKinds.find((kind) => kind === named) ?? null
}

const showKind = (kind: QueueKind | null) =>
  navigate(kind === null ? '/crew' : `/crew?${kindParameter}=${kind}`, { replace: true })

const rowLinks = 'a[data-row]'

const shortcuts: readonly Shortcut[] = [
  ['j', 'crewQueue.key.next'],
  ['k', 'crewQueue.key.previous'],
  ['Enter', 'crewQueue.key.open'],
  ['/', 'crewQueue.key.search'],
  ['u', 'crewQueue.key.update'],
  ['?', 'crewQueue.key.help'],
]

function OpenQueue({ queue, bar }: { queue: QueueActor; bar: ReactNode }) {
  const intl = useIntl()
  const now = useNow()
  const kind = useKind()
  const isWide = useIsWide()
  const [hasKeysOpen, setKeysOpen] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  const search = useScreenActor(createOrderSearch)
  const found = useSelector(search, selectFoundOrders)
  const view = toQueueView(useSelector(queue, selectQueueContext), kind)
  const isBehind = useSelector(queue, selectIsQueueBehind)
  const reading = useSelector(queue, selectQueueReading)
  const overdue = view.rows.filter(({ entry, isDone }) => !isDone && queueUrgency(entry, now) === 'overdue')
  const update = () => queue.send({ type: 'queue.update' })
  useShortcuts({
    j: () => moveFocus(page.current, rowLinks, 1),
    k: () => moveFocus(page.current, rowLinks, -1),
    u: update,
    '/': () => page.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
    '?': () => setKeysOpen(true),
  })
  return (
    <Page bar={bar} wide="full">
      <div ref={page}>
        <OutboxStatus />
        <div className={styles.head}>
          <Headline
            detail={
              overdue.length > 0 && (
                <FormattedMessage id="crewQueue.overdue" values={{ count: overdue.length }} />
              )
            }
          >
            {view.total === 0
              ? intl.formatMessage({ id: 'crewQueue.title' })
              : intl.formatMessage({ id: 'crewQueue.count' }, { count: view.total })}
          </Headline>
          <div className={styles.search}>
            <SearchForm search={search} />
          </div>
        </div>
        <ReadingStaleAlert reading={reading} />
        {found ? (
          <Found orders={found} onClose={() => search.send({ type: 'search.clear' })} />
        ) : (
          <>
            <Filters counts={view.counts} kind={kind} />
            <div className={styles.news}>
              <p role="status">
                {isBehind ? queueChangeText(intl, view) : intl.formatMessage({ id: 'crewQueue.current' })}
              </p>
              {isBehind && (
                <Button kind="ghost" size="small" onClick={update}>
                  <FormattedMessage id="crewQueue.update" />
                </Button>
              )}
              <Button kind="ghost" size="small" href="/crew/prepare">
                <FormattedMessage id="crewPrepare.titleCaller" />
              </Button>
              {isWide && (
                <Button kind="ghost" size="small" aria-haspopup="dialog" onClick={() => setKeysOpen(true)}>
                  <FormattedMessage id="crewQueue.keys" />
                </Button>
              )}
            </div>
            <Rows rows={view.rows} now={now} />
            {view.total > view.rows.length - view.done + view.arrivals && (
              <p className="soft">
                <FormattedMessage
                  id="crewQueue.cut"
                  values={{ shown: view.rows.length, total: view.total }}
                />
              </p>
            )}
          </>
        )}
      </div>
      <OwnPasskeyOffer />
      <ShortcutsSheet shortcuts={shortcuts} open={hasKeysOpen} onClose={() => setKeysOpen(false)} />
    </Page>
  )
}

type FiltersProps = { counts: QueueAnswer['counts']; kind: QueueKind | null }

/** Kinds that have entries, and the chosen one. */
function Filters({ counts, kind }: FiltersProps) {
  const intl = useIntl()
  const label = (name: string, count: number) =>
    intl.formatMessage({ id: 'crewQueue.filterCount' }, { label: name, count })
  const total = counts.reduce((sum, { entries }) => sum + entries, 0)
  const shown = counts.filter((one) => one.entries > 0 || one.kind === kind)
  return (
    <ChipGroup
      label={intl.formatMessage({ id: 'crewQueue.filter' })}
      options={[
        { value: 'all', label: label(intl.formatMessage({ id: 'crewQueue.all' }), total) },
        ...shown.map((one) => ({
          value: one.kind,
          label: label(queueKindText(intl, one.kind), one.entries),
        })),
      ]}
      value={kind ?? 'all'}
      onChange={(value) => showKind(value === 'all' ? null : value)}
    />
  )
}

type RowsProps = { rows: readonly QueueRow[]; now: number }

function Rows({ rows, now }: RowsProps) {
  const isWide = useIsWide()
  if (rows.length === 0) {
    return (
      <EmptyState picture={<EmptyListPicture />} title={<FormattedMessage id="crewQueue.empty" />}>
        <FormattedMessage id="crewQueue.emptyDetail" />
      </EmptyState>
    )
  }
  return isWide ? <Table rows={rows} now={now} /> : <Cards rows={rows} now={now} />
}

const columns = ['kind', 'due', 'order', 'route', 'bags', 'detail', 'owner', 'age'] as const

function Table({ rows, now }: RowsProps) {
  const intl = useIntl()
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="unseen">
          <FormattedMessage id="crewQueue.title" />
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                <FormattedMessage id={`crewQueue.column.${column}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { entry, isDone } = row
            return (
              <tr key={queueKey(entry)} data-done={isDone || undefined}>
                <td data-column="kind">
                  <KindBadge row={row} now={now} />
                </td>
                <td data-column="due">
                  <Due row={row} now={now} />
                </td>
                <th scope="row">
                  <OrderLink row={row} />
                </th>
                <td>
                  <Route row={row} />
                </td>
                <td data-column="bags">{entry.pieces}</td>
                <td>{queueDetailText(intl, entry)}</td>
                <td>{entry.owner}</td>
                <td data-column="age">
                  <Age row={row} now={now} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Cards({ rows, now }: RowsProps) {
  const intl = useIntl()
  return (
    <ul className={styles.cards}>
      {rows.map((row) => {
        const { entry, isDone } = row
        const detail = queueDetailText(intl, entry)
        return (
          <li key={queueKey(entry)} className={styles.card} data-done={isDone || undefined}>
            <div className={styles.top}>
              <KindBadge row={row} now={now} />
              <OrderLink row={row} />
            </div>
            <Due row={row} now={now} />
            <div>
              <Route row={row} /> · {bagsText(intl, entry.pieces)}
            </div>
            {detail && <div>{detail}</div>}
            <div className="soft">
              <FormattedMessage id="crewQueue.column.age" /> <Age row={row} now={now} />
              {entry.owner && (
                <>
                  {' · '}
                  <FormattedMessage id="crewQueue.column.owner" /> {entry.owner}
                </>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type CellProps = { row: QueueRow; now: number }

const tones: Record<ReturnType<typeof queueUrgency>, StatusBadgeProps['tone']> = {
  overdue: 'coral',
  soon: 'gold',
  later: 'sky',
}

function KindBadge({ row: { entry, isDone }, now }: CellProps) {
  const intl = useIntl()
  if (isDone) {
    return (
      <StatusBadge tone="plain">
        <FormattedMessage id="crewQueue.done" />
      </StatusBadge>
    )
  }
  return <StatusBadge tone={tones[queueUrgency(entry, now)]}>{queueKindText(intl, entry.kind)}</StatusBadge>
}

function Due({ row: { entry }, now }: CellProps) {
  const intl = useIntl()
  const { dueTime, timeZone, cityName: city } = entry
  if (dueTime === null) {
    return (
      <span className="soft">
        <FormattedMessage id="crewQueue.noPromise" />
      </span>
    )
  }
  const left = timeLeftText(intl, { until: dueTime }, now)
  return (
    <div className={styles.due}>
      <span>{formatTime(dueTime, { intl, now, timeZone, city })}</span>
      {left && (
        <span className={styles.left} data-late={left.isLate || undefined}>
          {left.text}
        </span>
      )}
    </div>
  )
}

/** The whole row opens the order, or the prepared order, which isn't one yet. */
function OrderLink({ row: { entry } }: { row: QueueRow }) {
  const { orderId, orderNumber, subjectId } = entry
  const path = orderId === null ? `/crew/prepared/${subjectId}` : `/crew/orders/${orderId}`
  return (
    <Anchor className={styles.open} href={path} data-row>
      {orderNumber ?? <FormattedMessage id="crewPrepared.title" />}
    </Anchor>
  )
}

const Route = ({ row: { entry } }: { row: QueueRow }) => (
  <FormattedMessage id="crewOrder.route" values={{ from: entry.from, to: entry.to }} />
)

function Age({ row: { entry }, now }: CellProps) {
  const intl = useIntl()
  return durationText(intl, Math.max(90, (now - Date.parse(entry.since)) / 1_000))
}
