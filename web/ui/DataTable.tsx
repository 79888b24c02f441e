import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import styles from './DataTable.module.css'

export type DataColumn<Row> = {
  id: string
  title: string
  /** Sorts the column; shown unless there is a `cell`. */
  value: (row: Row) => string | number
  cell?: (row: Row) => ReactNode
  /** Aligned at the end, in tabular figures. */
  isNumber?: boolean
}

export type DataTableProps<Row> = {
  label: string
  rows: readonly Row[]
  columns: readonly DataColumn<Row>[]
  idOf: (row: Row) => string
  /** Id of the sorted column, with a minus for descending; empty for the order of the rows. */
  sort?: string
  /** Omit it for lists that the server sorts. */
  onSort?: (sort: string) => void
  /** After the last row, such as an `EndOfList`. */
  end?: ReactNode
}

/** Height of a row in px (design). */
const rowHeight = 36

/** Rows outside of the scrolled box that are rendered too. */
const overscan = 6

/** Numbers in texts sort by their value up to this number of digits. */
const maxSortedDigits = 15

const sortKeyOf = (value: string | number): string | number =>
  typeof value === 'number'
    ? value
    : value.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(maxSortedDigits, '0'))

type Sorter<Row> = (columnId: string) => readonly Row[]

/** Sorts the rows by a column. Keeps each order, and sorts by the other columns while the page is idle. */
function useSorter<Row>({ rows, columns, onSort }: DataTableProps<Row>): Sorter<Row> {
  const sorter = useMemo((): Sorter<Row> => {
    const orders = new Map<string, readonly Row[]>()
    const sortBy = (value: (row: Row) => string | number): readonly Row[] => {
      const keyed = rows.map((row) => ({ row, key: sortKeyOf(value(row)) }))
      return keyed
        .sort(({ key: one }, { key: other }) => (one < other ? -1 : one > other ? 1 : 0))
        .map(({ row }) => row)
    }
    return (columnId) => {
      const column = columns.find(({ id }) => id === columnId)
      if (!column) return rows
      const order = orders.get(columnId) ?? sortBy(column.value)
      orders.set(columnId, order)
      return order
    }
  }, [rows, columns])
  const canSort = onSort !== undefined
  useEffect(() => {
    if (!canSort) return
    // Missing in older Safari.
    const tasks = columns.map(({ id }) => globalThis.requestIdleCallback?.(() => sorter(id)))
    return () => {
      for (const task of tasks) globalThis.cancelIdleCallback?.(task)
    }
  }, [sorter, columns, canSort])
  return sorter
}

/** Renders the visible rows only, so that 10,000 rows sort and scroll without delay. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, idOf, sort = '', onSort, end } = props
  const box = useRef<HTMLDivElement>(null)
  const sorter = useSorter(props)
  const isDescending = sort.startsWith('-')
  const sorted = useMemo(() => {
    const ascending = sorter(isDescending ? sort.slice(1) : sort)
    return isDescending ? ascending.toReversed() : ascending
  }, [sorter, sort, isDescending])
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = sorted[index]
      return row === undefined ? index : idOf(row)
    },
    overscan,
  })
  const shown = virtualizer.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table.
    <section className={styles.box} ref={box} tabIndex={0} aria-label={label}>
      <table className={styles.table} aria-rowcount={sorted.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, title, isNumber }) => (
              <Head key={id} id={id} title={title} isNumber={isNumber} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={above} columns={columns.length} />
          {shown.map(({ index, key }) => {
            return (
              index < sorted.length && (
                <BodyRow
                  key={key}
                  index={index}
                  row={sorted[index]}
                  columns={columns as readonly DataColumn<unknown>[]}
                  measure={virtualizer.measureElement}
                />
              )
            )
          })}
          <Space height={below} columns={columns.length} />
        </tbody>
      </table>
      {end}
    </section>
  )
}

type BodyRowProps = {
  index: number
  row: unknown
  columns: readonly DataColumn<unknown>[]
  measure: (row: HTMLTableRowElement | null) => void
}

/** Memoized, so that scrolling only renders the rows that come into view. */
const BodyRow = memo(({ index, row, columns, measure }: BodyRowProps) => (
  <tr data-index={index} ref={measure} aria-rowindex={index + 2}>
    {columns.map(({ id, value, cell, isNumber }) => (
      <td key={id} data-number={isNumber || undefined}>
        {cell ? cell(row) : value(row)}
      </td>
    ))}
  </tr>
))

const Space = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr>
      <td className={styles.space} colSpan={columns} height={height} />
    </tr>
  )

type HeadProps = Pick<DataColumn<never>, 'id' | 'title'> &
  Pick<DataTableProps<never>, 'sort'> & {
    isNumber: boolean | undefined
    onSort: DataTableProps<never>['onSort'] | undefined
  }

function Head({ id, title, isNumber, sort, onSort }: HeadProps) {
  const direction = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <th scope="col" aria-sort={direction} data-number={isNumber || undefined}>
      {onSort ? (
        <button type="button" onClick={() => onSort(direction === 'ascending' ? `-${id}` : id)}>
          {title}
          <Arrow className={styles.arrow} size={14} aria-hidden="true" data-shown={direction !== undefined} />
        </button>
      ) : (
        <span className={styles.title}>{title}</span>
      )}
    </th>
  )
}
