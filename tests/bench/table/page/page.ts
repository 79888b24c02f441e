/** A page with one sortable table of as many rows as the address says: `?rows=10000`. */
import { createElement as element, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type DataColumn, DataTable } from '../../../../web/ui/DataTable.tsx'
import '../../../../web/styles/tokens.css'

type Row = { id: string; order: string; name: string; time: string; pieces: number; amount: number }

const count = Number(new URLSearchParams(location.search).get('rows'))
const names = [
  'Chen Ming',
  '林芳 Lin Fang',
  'Élodie Martin',
  '王小明',
  'O’Neill',
  '陈明 Chen Ming',
  'Åsa Öberg',
]

/** A linear congruential generator, so that each run has the same rows. */
let seed = 1
const next = (limit: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * limit)
}

const rows: readonly Row[] = Array.from({ length: count }, (_, index) => ({
  id: String(index),
  order: `HF ${2_600 + next(12)} ${String(next(10_000)).padStart(4, '0')}`,
  name: `${names[next(names.length)]} ${next(500)}`,
  time: new Date(Date.UTC(2026, next(12), 1 + next(28), next(24), next(60))).toISOString(),
  pieces: 1 + next(20),
  amount: next(100_000),
}))
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'CNY' })
const columns: readonly DataColumn<Row>[] = [
  { id: 'order', title: 'Order', value: ({ order }) => order },
  { id: 'name', title: 'Name', value: ({ name }) => name },
  { id: 'time', title: 'Time', value: ({ time }) => time },
  { id: 'pieces', title: 'Bags', value: ({ pieces }) => pieces, isNumber: true },
  {
    id: 'amount',
    title: 'Amount',
    value: ({ amount }) => amount,
    cell: ({ amount }) => money.format(amount / 100),
    isNumber: true,
  },
]

function Page() {
  const [sort, setSort] = useState('')
  return element(DataTable<Row>, {
    label: 'Orders',
    rows,
    columns,
    idOf: ({ id }) => id,
    sort,
    onSort: setSort,
  })
}

createRoot(document.getElementById('root') as HTMLElement).render(element(Page))
