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

/**
 * Tables that don't grow with the orders: the company's sites, people and prices, single rows, tallies, and challenges
 * that last 5 minutes.
 */
const small = new Set([
  'announcements',
  'configuration',
  'employee_tokens',
  'employees',
  'insurance_plans',
  'open_order_tallies',
  'order_scope_tallies',
  'order_tallies',
  'passkey_challenges',
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

/** From this many rows on, the planner doesn't scan a whole table to find a few of them. */
const manyRows = 8_000
/** From this many rows on, it doesn't scan a whole index if it has a condition for it. */
const someRows = 2_000

/** Nodes that read only as many rows from their children as are requested. */
const passing = new Set([
  'Append',
  'Limit',
  'LockRows',
  'Merge Append',
  'Nested Loop',
  'Result',
  'Subquery Scan',
])

/** Finds full scans of statements by their plans on a filled database. */
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
  /** Tables by their complete indexes. */
  const tableOf = new Map<string, string>(indexes.map((one) => [one.name, one.table]))

  /** A statement's plan; a named statement has a generic plan. */
  async function planOf({ name, text, values }: Statement, mayScan = true): Promise<PlanNode> {
    await client.query(`set enable_seqscan = ${mayScan ? 'on' : 'off'}`)
    const { rows } = name
      ? await client.query(`explain (format json, generic_plan) ${text}`)
      : await client.query(`explain (format json) ${text}`, values)
    return rows[0]['QUERY PLAN'][0].Plan
  }

  type Reading = { table: string; isWalk: boolean }

  /** Tables with a full scan, including index scans without a condition or limit. */
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

  /** Growing tables without an index for the statement. */
  const withoutIndex = async (statement: Statement): Promise<string[]> =>
    findings(
      readWhole(await planOf(statement, false)).filter(({ table, isWalk }) =>
        isWalk ? hasRows(table, someRows) : !small.has(table),
      ),
    )

  return {
    planOf,
    withoutIndex,
    /** Also large tables that the planner scans although they have an index. */
    async wholeReads(statement: Statement): Promise<string[]> {
      const read = readWhole(await planOf(statement)).filter(({ table }) => hasRows(table, manyRows))
      return [...new Set([...findings(read), ...(await withoutIndex(statement))])]
    },
    /** Rows of a table that a query reads. */
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
