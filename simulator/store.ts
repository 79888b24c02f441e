import type { Database } from '../server/runtime/db/types.ts'
import type { Client } from './prepared-client.ts'

/** Hooks between a server and its database. */
export type Gate = {
  /** Called before each statement or transaction, and before its result arrives. Throws to cut off the server. */
  pass(when: 'before' | 'after'): void
  /** Called before a transaction, and before a statement outside of one. May wait. */
  reach(): Promise<void>
  /** Called after a statement changed rows. Null `columns` means any column. */
  onWrite(table: string, columns: readonly string[] | null): void
}

const writePattern = /(?<!\bfor |\bkey )\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)/g
/** A column in a `set` clause. In comparisons, columns are qualified. */
const assignmentPattern = /(?<!\.)"(\w+)" = /g
type StatementEffect = { isCounted: boolean; tables: readonly string[]; columns: readonly string[] | null }

const effectCache = new Map<string, StatementEffect>()

/**
 * Written tables, and the columns of an update. Statements such as `with` report returned rows instead of changed ones,
 * so they always count as writes.
 */
function effectOf(text: string): StatementEffect {
  const last = effectCache.get(text)
  if (last) return last
  const tables = [...new Set([...text.matchAll(writePattern)].flatMap(([, table]) => table ?? []))]
  const isUpdate = tables.length === 1 && /^update "\w+" set "/.test(text)
  const columns = isUpdate
    ? [...text.matchAll(assignmentPattern)].flatMap(([, column]) => column ?? [])
    : null
  const writing = { isCounted: /^\s*(insert|update|delete)\b/.test(text), tables, columns }
  effectCache.set(text, writing)
  return writing
}

type WriteResult = { affectedRows?: number; rowCount?: number }

function reportWrite(gate: Gate, statement: unknown, { affectedRows, rowCount }: WriteResult): void {
  const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
  const { isCounted, tables, columns } = effectOf(text)
  if (isCounted && (affectedRows ?? rowCount ?? 0) === 0) return
  for (const table of tables) gate.onWrite(table, columns)
}

/** A database shared by several servers, which outlives them. */
export type Store = {
  connect(gate: Gate): Database
  /** Bypasses all gates. */
  truth: Database
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
}

export type OpenStore = Store & {
  empty(): Promise<unknown>
  close(): Promise<void>
}

const isGatedMethod = (key: string | symbol): key is 'query' | 'transaction' | 'exec' =>
  key === 'query' || key === 'transaction' || key === 'exec'

type Method = (...given: never[]) => Promise<unknown>

export function withGate<Client extends object>(client: Client, gate: Gate, isInTransaction = false): Client {
  const wrap = (target: Client, key: 'query' | 'transaction' | 'exec', value: Method): Method => {
    if (key === 'transaction') {
      return async (run: (tx: Client) => Promise<unknown>) => {
        await gate.reach()
        gate.pass('before')
        const result = await Reflect.apply(value, target, [
          async (tx: Client) => {
            const answer = await run(withGate(tx, gate, true))
            gate.pass('before')
            return answer
          },
        ])
        gate.pass('after')
        return result
      }
    }
    return async (...given: unknown[]) => {
      if (!isInTransaction) await gate.reach()
      gate.pass('before')
      const result = await Reflect.apply(value, target, given)
      if (key === 'query') reportWrite(gate, given[0], result as WriteResult)
      gate.pass('after')
      return result
    }
  }
  const wrapped: Partial<Record<string, Method>> = {}
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      if (!isGatedMethod(key)) return value.bind(target)
      wrapped[key] ??= wrap(target, key, value as Method)
      return wrapped[key]
    },
  })
}

/** Tables that are empty after seeding. */
export const findEmptyTables = async (client: Pick<Client, 'query'>): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const empty: string[] = []
  for (const { name } of rows) {
    const found = await client.query(`select 1 from ${name} limit 1`)
    if (found.rows.length === 0) empty.push(name)
  }
  return empty
}
