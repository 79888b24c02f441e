import type { Board } from '@handsfree/core/contract'
import {
  type BoardCell,
  type BoardGridRow,
  type BoardVisit,
  boardCellText,
  clockOfSlot,
  courierRegionText,
  courierShiftText,
  dayLoadText,
  hoursOf,
  inHandText,
  isStopLate,
  slotAt,
  slotsOfHour,
  toBoardGrid,
} from '@handsfree/core/crew'
import { bagsText, dayOf, formatClock, formatHour, joinParts } from '@handsfree/core/i18n'
import { Clock, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../app/useApp.ts'
import { useIsWide } from '../app/useIsWide.ts'
import { useNow } from '../app/useNow.ts'
import { Anchor, Button, Sheet, StatusBadge } from '../ui/index.ts'
import styles from './Board.module.css'

type GridProps = {
  plan: Board
  day: string
  /** Ids of the selected orders. */
  selected: readonly string[]
  onSelect: (orderId: string) => void
}

type RowsProps = GridProps & { rows: readonly BoardGridRow[] }

/** Couriers by half-hour; on a phone, a list of each courier's stops. */
export function BoardGrid(grid: GridProps) {
  const now = useNow()
  const isWide = useIsWide()
  const { plan, day } = grid
  const rows = useMemo(() => toBoardGrid(plan, { day, now }), [plan, day, now])
  return isWide ? <Table {...grid} rows={rows} /> : <Cards {...grid} rows={rows} />
}

/** Scrolls the half-hour before now into view once. */
const showNow = (table: HTMLTableElement | null) =>
  table
    ?.querySelector('[data-now]')
    ?.previousElementSibling?.scrollIntoView({ inline: 'center', block: 'nearest' })

function Table({ rows, plan, day, selected, onSelect }: RowsProps) {
  const intl = useIntl()
  const now = useNow()
  const { platform } = useApp()
  const [isOpen, setOpen] = useState(false)
  // Shown while the sheet closes.
  const [opened, setOpened] = useState({ employeeId: '', slot: 0 })
  const hours = hoursOf(rows)
  const slots = hours.flatMap(slotsOfHour)
  const isToday = dayOf(now, platform.timeZone()) === day
  const nowSlot = isToday ? slotAt(now, platform.timeZone()) : null
  return (
    <div className={styles.box}>
      <table className={styles.grid} ref={showNow}>
        <caption className="unseen">
          <FormattedMessage id="crewBoard.title" />
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles.courier}>
              <FormattedMessage id="crewBoard.courier" />
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="colgroup" colSpan={slotsOfHour(hour).length}>
                {formatHour(clockOfSlot(slotsOfHour(hour)[0] ?? 0), intl)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.courier.employeeId}>
              <th scope="row" className={styles.courier}>
                <Courier row={row} plan={plan} />
              </th>
              {slots.map((slot) => {
                const cell = row.cells.get(slot)
                return (
                  <td key={slot} data-now={slot === nowSlot || undefined}>
                    {cell && (
                      <Cell
                        cell={cell}
                        name={row.courier.name}
                        onOpen={() => {
                          setOpened({ employeeId: row.courier.employeeId, slot })
                          setOpen(true)
                        }}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <CellSheet
        row={rows.find(({ courier }) => courier.employeeId === opened.employeeId)}
        slot={opened.slot}
        open={isOpen}
        selected={selected}
        onClose={() => setOpen(false)}
        onSelect={(orderId) => {
          onSelect(orderId)
          setOpen(false)
        }}
      />
    </div>
  )
}

function Courier({ row, plan }: { row: BoardGridRow; plan: Board }) {
  const intl = useIntl()
  const { courier } = row
  return (
    <>
      <strong>{courier.name}</strong> <span className="soft">{courierShiftText(intl, courier)}</span>
      <span className={styles.facts}>
        {joinParts([
          courierRegionText(intl, courier, plan),
          courier.plate,
          dayLoadText(intl, row),
          inHandText(intl, courier.inHand),
        ])}
      </span>
    </>
  )
}

function Cell({ cell, name, onOpen }: { cell: BoardCell; name: string; onOpen: () => void }) {
  const intl = useIntl()
  const { slot, pickups, deliveries, isLate, isFull, isDone } = cell
  const label = intl.formatMessage(
    { id: 'crewBoard.cell' },
    { name, time: formatHour(clockOfSlot(slot), intl), work: boardCellText(intl, cell) },
  )
  return (
    <button
      type="button"
      className={styles.cell}
      data-state={isLate ? 'late' : isFull ? 'full' : isDone ? 'done' : 'planned'}
      aria-label={label}
      title={boardCellText(intl, cell)}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {isLate && <Clock size={12} />}
      {isFull && <TriangleAlert size={12} />}
      {pickups > 0 && <span>↑{pickups}</span>}
      {deliveries > 0 && <span>↓{deliveries}</span>}
    </button>
  )
}

type CellSheetProps = {
  /** Undefined before the first one, and once the courier has left the board. */
  row: BoardGridRow | undefined
  slot: number
  open: boolean
  selected: readonly string[]
  onClose: () => void
  onSelect: (orderId: string) => void
}

function CellSheet({ row, slot, open, onClose, ...choice }: CellSheetProps) {
  const intl = useIntl()
  const title = joinParts([row?.courier.name, formatHour(clockOfSlot(slot), intl)])
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
    >
      <Visits visits={row?.cells.get(slot)?.visits ?? []} {...choice} />
    </Sheet>
  )
}

type VisitsProps = Pick<GridProps, 'selected' | 'onSelect'> & { visits: readonly BoardVisit[] }

const Visits = ({ visits, ...choice }: VisitsProps) => (
  <ul className={styles.visits}>
    {visits.map((visit) => (
      <Visit key={`${visit.kind} ${visit.order.orderId}`} visit={visit} {...choice} />
    ))}
  </ul>
)

function Visit({ visit, selected, onSelect }: Omit<VisitsProps, 'visits'> & { visit: BoardVisit }) {
  const intl = useIntl()
  const now = useNow()
  const { kind, order, stop } = visit
  const isSelected = selected.includes(order.orderId)
  const label = intl.formatMessage({ id: isSelected ? 'crewBoard.unselect' : 'crewBoard.reassign' })
  return (
    <li className={styles.visit}>
      <div>
        <div className={styles.badges}>
          <StatusBadge tone={stop.isDone ? 'plain' : kind === 'pickup' ? 'sky' : 'mint'}>
            <FormattedMessage id={kind === 'pickup' ? 'crewBoard.pickupAt' : 'crewBoard.deliveryAt'} />
          </StatusBadge>
          {isStopLate(stop, now) && (
            <StatusBadge tone="coral">
              <FormattedMessage id="crewBoard.late" />
            </StatusBadge>
          )}
          {order.isAsked && (
            <StatusBadge tone="gold">
              <FormattedMessage id="crewBoard.noAnswer" />
            </StatusBadge>
          )}
        </div>
        <p>
          <FormattedMessage
            id="crewBoard.visit"
            values={{
              time: formatClock(stop.time, { intl, timeZone: order.timeZone }),
              bags: bagsText(intl, order.pieces),
              place: stop.name,
            }}
          />
        </p>
        <Anchor className={styles.open} href={`/crew/orders/${order.orderId}`}>
          {order.orderNumber}
        </Anchor>
      </div>
      {order.act !== null && (kind === 'delivery') === order.pickup.isDone && (
        <Button
          size="small"
          aria-label={joinParts([label, order.orderNumber])}
          onClick={() => onSelect(order.orderId)}
        >
          {label}
        </Button>
      )}
    </li>
  )
}

const Cards = ({ rows, plan, selected, onSelect }: RowsProps) => (
  <ul className={styles.cards}>
    {rows.map((row) => (
      <li key={row.courier.employeeId} className={styles.card}>
        <Courier row={row} plan={plan} />
        <Visits visits={row.visits} selected={selected} onSelect={onSelect} />
      </li>
    ))}
  </ul>
)
