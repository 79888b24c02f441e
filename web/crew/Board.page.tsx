import { isDay } from '@handsfree/core/contract'
import {
  type BoardActor,
  type BoardContext,
  type BoardRow,
  boardChangeText,
  createBoard,
  isBoardBehind,
  isStopLate,
  selectBoardContext,
  selectBoardReading,
  selectIsAssigning,
  toBoardView,
} from '@handsfree/core/crew'
import { bagsText, dayOf, formatTime } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../app/useApp.ts'
import { useIsWide } from '../app/useIsWide.ts'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { LoadingPage, ReadingFallback } from '../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import {
  Anchor,
  Button,
  Checkbox,
  ChipGroup,
  Field,
  Headline,
  IconButton,
  Page,
  Section,
  Skeleton,
  StatusBadge,
  TextControl,
} from '../ui/index.ts'
import styles from './Board.module.css'
import { BoardAssign } from './BoardAssign.tsx'
import { BoardGrid } from './BoardGrid.tsx'
import { CrewBar } from './CrewBar.tsx'
import { OutboxStatus } from './OutboxStatus.tsx'
import { moveFocus, type Shortcut, ShortcutsSheet, useShortcuts } from './Shortcuts.tsx'
import { useFilters } from './useFilters.ts'

/** A day's orders by courier, for operators. Day and region are in the address. */
export default function CrewBoard() {
  const { clock, platform } = useApp()
  const { filterOf } = useFilters()
  const region = filterOf('region')
  const day = isDay(filterOf('day')) ? filterOf('day') : dayOf(clock.now(), platform.timeZone())
  return <DayBoard key={`${day} ${region}`} day={day} region={region} />
}

type DayProps = { day: string; region: string }

function DayBoard({ day, region }: DayProps) {
  const board = useScreenActor((app) => createBoard(app, { day, ...(region !== '' && { region }) }))
  const context = useSelector(board, selectBoardContext)
  const reading = useSelector(board, selectBoardReading)
  const bar = <CrewBar />
  if (context.board) return <OpenBoard board={board} context={context} day={day} region={region} />
  return (
    <ReadingFallback
      reading={reading}
      bar={bar}
      loading={
        <LoadingPage bar={bar} labelKey="crewBoard.loading" wide>
          <Skeleton width="40%" height="34px" />
          <Skeleton shape="block" height="120px" />
          <Skeleton shape="block" height="320px" />
        </LoadingPage>
      }
    />
  )
}

const checkboxes = '[data-rows] input:enabled'

const shortcuts: readonly Shortcut[] = [
  ['j', 'crewQueue.key.next'],
  ['k', 'crewQueue.key.previous'],
  ['x', 'crewBoard.key.select'],
  ['a', 'crewBoard.key.assign'],
  ['c', 'crewBoard.key.clear'],
  ['u', 'crewQueue.key.update'],
  ['?', 'crewQueue.key.help'],
]

function OpenBoard({ board, context, day, region }: DayProps & { board: BoardActor; context: BoardContext }) {
  const intl = useIntl()
  const isWide = useIsWide()
  const [hasKeysOpen, setKeysOpen] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  const reading = useSelector(board, selectBoardReading)
  const isAssigning = useSelector(board, selectIsAssigning)
  const waiting = context.board?.unassigned.length ?? 0
  useShortcuts({
    j: () => moveFocus(page.current, checkboxes, 1),
    k: () => moveFocus(page.current, checkboxes, -1),
    x: () => page.current?.querySelector<HTMLElement>(`:is(${checkboxes}):focus`)?.click(),
    a: () => board.send({ type: 'orders.assign' }),
    c: () => board.send({ type: 'selection.clear' }),
    u: () => board.send({ type: 'board.update' }),
    '?': () => setKeysOpen(true),
  })
  return (
    <Page bar={<CrewBar />} wide="full" action={<BoardAssign board={board} context={context} />}>
      <div ref={page}>
        <OutboxStatus />
        <Headline>{intl.formatMessage({ id: 'crewBoard.unassigned' }, { count: waiting })}</Headline>
        <Filters day={day} region={region} regions={context.board?.regions ?? []} />
        <ReadingStaleAlert reading={reading} />
        {context.board?.isCut && (
          <p className="soft">
            <FormattedMessage id="crewBoard.cut" />
          </p>
        )}
        <News board={board} context={context}>
          {isWide && (
            <Button kind="ghost" size="small" aria-haspopup="dialog" onClick={() => setKeysOpen(true)}>
              <FormattedMessage id="crewQueue.keys" />
            </Button>
          )}
        </News>
        <ul className={styles.rows} data-rows>
          {toBoardView(context).rows.map((row) => (
            <Unassigned
              key={row.order.orderId}
              row={row}
              isSelected={context.selected.includes(row.order.orderId)}
              isReadOnly={isAssigning}
              onToggle={() => board.send({ type: 'order.toggle', orderId: row.order.orderId })}
            />
          ))}
        </ul>
        <Couriers board={board} context={context} day={day} />
      </div>
      <ShortcutsSheet shortcuts={shortcuts} open={hasKeysOpen} onClose={() => setKeysOpen(false)} />
    </Page>
  )
}

const dayMs = 86_400_000

type FiltersProps = DayProps & { regions: readonly { regionId: string; name: string }[] }

function Filters({ day, region, regions }: FiltersProps) {
  const intl = useIntl()
  const { set } = useFilters()
  const dayAfter = (days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
  return (
    <div className={styles.filters}>
      <div className={styles.days}>
        <IconButton
          label={intl.formatMessage({ id: 'crewBoard.previousDay' })}
          onClick={() => set('day', dayAfter(-1))}
        >
          <ChevronLeft size={22} />
        </IconButton>
        <Field label={intl.formatMessage({ id: 'crewBoard.day' })} labelUnseen>
          <TextControl
            type="date"
            required
            value={day}
            onChange={({ currentTarget }) => {
              if (isDay(currentTarget.value)) set('day', currentTarget.value)
            }}
          />
        </Field>
        <IconButton
          label={intl.formatMessage({ id: 'crewBoard.nextDay' })}
          onClick={() => set('day', dayAfter(1))}
        >
          <ChevronRight size={22} />
        </IconButton>
      </div>
      <ChipGroup
        label={intl.formatMessage({ id: 'crewOffice.region' })}
        options={[
          { value: '', label: intl.formatMessage({ id: 'crewBoard.allRegions' }) },
          ...regions.map(({ regionId, name }) => ({ value: regionId, label: name })),
        ]}
        value={region}
        onChange={(value) => set('region', value)}
      />
    </div>
  )
}

type NewsProps = { board: BoardActor; context: BoardContext; children: ReactNode }

function News({ board, context, children }: NewsProps) {
  const intl = useIntl()
  const isBehind = isBoardBehind(context)
  return (
    <div className={styles.news}>
      <p role="status">
        {isBehind
          ? boardChangeText(intl, toBoardView(context))
          : intl.formatMessage({ id: 'crewQueue.current' })}
      </p>
      {isBehind && (
        <Button kind="ghost" size="small" onClick={() => board.send({ type: 'board.update' })}>
          <FormattedMessage id="crewQueue.update" />
        </Button>
      )}
      {children}
    </div>
  )
}

type UnassignedProps = { row: BoardRow; isSelected: boolean; isReadOnly: boolean; onToggle: () => void }

function Unassigned({ row: { order, isDone }, isSelected, isReadOnly, onToggle }: UnassignedProps) {
  const intl = useIntl()
  const now = useNow()
  const { orderId, orderNumber, pieces, pickup, delivery, timeZone, act } = order
  return (
    <li className={styles.row} data-done={isDone || undefined}>
      <Checkbox
        label={
          <>
            <span className="unseen">
              <FormattedMessage id="crewBoard.select" values={{ order: orderNumber }} />
            </span>
            <span className={styles.time} aria-hidden="true">
              {formatTime(pickup.time, { intl, now, timeZone })}
            </span>
          </>
        }
        checked={isSelected}
        disabled={isDone || isReadOnly || act === null}
        onChange={onToggle}
      />
      <span>
        {isDone ? (
          <StatusBadge tone="plain">
            <FormattedMessage id="crewQueue.done" />
          </StatusBadge>
        ) : (
          isStopLate(pickup, now) && (
            <StatusBadge tone="coral">
              <FormattedMessage id="crewBoard.late" />
            </StatusBadge>
          )
        )}
      </span>
      <Anchor className={styles.open} href={`/crew/orders/${orderId}`}>
        {orderNumber}
      </Anchor>
      <span className={styles.route}>
        <FormattedMessage id="crewOrder.route" values={{ from: pickup.name, to: delivery.name }} />
      </span>
      <span>{bagsText(intl, pieces)}</span>
    </li>
  )
}

type CouriersProps = { board: BoardActor; context: BoardContext; day: string }

function Couriers({ board, context, day }: CouriersProps) {
  const intl = useIntl()
  if (!context.board) return null
  const { couriers } = context.board
  return (
    <Section title={intl.formatMessage({ id: 'crewBoard.couriers' }, { count: couriers.length })}>
      {couriers.length === 0 ? (
        <p className="soft">
          <FormattedMessage id="crewBoard.noCouriers" />
        </p>
      ) : (
        <BoardGrid
          plan={context.board}
          day={day}
          selected={context.selected}
          onSelect={(orderId) => board.send({ type: 'order.toggle', orderId })}
        />
      )}
    </Section>
  )
}
