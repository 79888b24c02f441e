import { createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode, useMemo, useRef } from 'react'
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
const overscan = 12

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

/** Numbers in texts sort by their value up to this number of digits. */
const maxSortedDigits = 15

const sortKeyOf = (value: string | number): string | number =>
  typeof value === 'number'
    ? value
    : value.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(maxSortedDigits, '0'))

/**
 * Compares rows by keys that are computed once. Splitting texts in each comparison takes half a second for 10,000 rows
 * on a slow processor.
 */
function sortFnOf<Row>(rows: readonly Row[], value: (row: Row) => string | number) {
  let keys: (string | number)[] | null = null
  return ({ index: one }: { index: number }, { index: other }: { index: number }): number => {
    keys ??= rows.map((row) => sortKeyOf(value(row)))
    const key = keys[one] ?? ''
    const otherKey = keys[other] ?? ''
    return key < otherKey ? -1 : key > otherKey ? 1 : 0
  }
}

const toSorting = (sort: string) =>
  sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }]

/** Renders the visible rows only, so that 10,000 rows sort and scroll without delay. */
export function DataTable<Row>({ label, rows, columns, idOf, sort = '', onSort, end }: DataTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const data = useMemo(() => rows.map((row) => ({ row })), [rows])
  const table = useTable({
    features,
    data,
    columns: useMemo(
      () =>
        columns.map(({ id, value }) => ({
          id,
          accessorFn: ({ row }: { row: Row }) => value(row),
          sortFn: sortFnOf(rows, value),
        })),
      [columns, rows],
    ),
    getRowId: ({ row }) => idOf(row),
    state: { sorting: useMemo(() => toSorting(sort), [sort]) },
  })
  const sorted = table.getRowModel().rows
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => sorted[index]?.id ?? index,
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
            const item = sorted[index]?.original
            return (
              item && (
                <BodyRow
                  key={key}
                  index={index}
                  row={item.row}
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
