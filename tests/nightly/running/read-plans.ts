import type pg from 'pg'
import type { Statement } from '../../server/statements.ts'

type PlanNode = {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Tables of the company's own places, people and prices, of one row, or of sums: they do not grow with the orders. */
const small = new Set([
  'announcements',
  'configuration',
  'employee_tokens',
  'employees',
  'insurance_plans',
  'open_order_tallies',
  'order_scope_tallies',
  'order_tallies',
  'past_prices',
  'places_version',
  'price_rules',
  'qr_codes',
  'regions',
  'service_areas',
  'site_pictures',
  'sites',
  'vehicles',
  'verification_pauses',
])

/** Rows from which the planner does not read a whole table for a few of them. */
const manyRows = 8_000
/** Rows from which it does not read all of an index where it has a condition for one. */
const someRows = 2_000

/** Nodes that read no more of what is below them than they are asked for. */
const passing = new Set([
  'Append',
  'Limit',
  'LockRows',
  'Merge Append',
  'Nested Loop',
  'Result',
  'Subquery Scan',
])

/** Says of statements what they read whole, by the plans of a filled database. */
export async function openPlans(client: pg.Client) {
  const { rows: tables } = await client.query(
    `select relname as name, reltuples as rows from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const rowsOf = new Map<string, number>(tables.map(({ name, rows }) => [name, rows]))
  const hasRows = (table: string, least: number) => (rowsOf.get(table) ?? 0) >= least

  const { rows: indexes } = await client.query(
    `select indexrelid::regclass::text as name, indrelid::regclass::text as table from pg_index
     where indpred is null and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  )
  /** The tables of indexes over all rows. */
  const tableOf = new Map<string, string>(indexes.map((one) => [one.name, one.table]))

  /** How PostgreSQL runs a statement: one with a name whatever its values are. */
  async function planOf({ name, text, values }: Statement, mayScan = true): Promise<PlanNode> {
    await client.query(`set enable_seqscan = ${mayScan ? 'on' : 'off'}`)
    const { rows } = name
      ? await client.query(`explain (format json, generic_plan) ${text}`)
      : await client.query(`explain (format json) ${text}`, values)
    return rows[0]['QUERY PLAN'][0].Plan
  }

  type Reading = { table: string; isWalk: boolean }

  /** Tables that are read from one end to the other, by a scan or along an index by no condition and to no limit. */
  function readWhole(node: PlanNode, isBounded = false): Reading[] {
    const { 'Node Type': type, 'Index Name': index = '', 'Index Cond': condition } = node
    const isWalk = type.includes('Index') && condition === undefined && !isBounded
    const table = isWalk ? tableOf.get(index) : type === 'Seq Scan' ? node['Relation Name'] : undefined
    return [
      ...(table ? [{ table, isWalk }] : []),
      ...(node.Plans ?? []).flatMap((one) => {
        const isOuter = one['Parent Relationship'] !== 'Inner'
        return readWhole(one, isOuter && (type === 'Limit' || (isBounded && passing.has(type))))
      }),
    ]
  }

  const findings = (readings: Reading[]) => [
    ...new Set(readings.map(({ table, isWalk }) => (isWalk ? `an index of ${table}` : table))),
  ]

  /** Tables that grow and have no index by which the statement finds its rows. */
  const withoutIndex = async (statement: Statement): Promise<string[]> =>
    findings(
      readWhole(await planOf(statement, false)).filter(({ table, isWalk }) =>
        isWalk ? hasRows(table, someRows) : !small.has(table),
      ),
    )

  return {
    planOf,
    withoutIndex,
    /** The same, and the large tables that the planner reads whole although there is one. */
    async wholeReads(statement: Statement): Promise<string[]> {
      const read = readWhole(await planOf(statement)).filter(({ table }) => hasRows(table, manyRows))
      return [...new Set([...findings(read), ...(await withoutIndex(statement))])]
    },
    /** Rows of a table that a query looks at. */
    async rowsReadOf(table: string, { text, values }: Statement): Promise<number> {
      await client.query('set enable_seqscan = on')
      const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
      return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
        .filter((node) => node['Relation Name'] === table)
        .map(
          (node) =>
            (node['Actual Loops'] ?? 0) *
            ((node['Actual Rows'] ?? 0) +
              (node['Rows Removed by Filter'] ?? 0) +
              (node['Rows Removed by Index Recheck'] ?? 0)),
        )
        .reduce((sum, one) => sum + one, 0)
    },
  }
}

export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
