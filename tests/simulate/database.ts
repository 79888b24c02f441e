import { createHash } from 'node:crypto'
import { existsSync, openAsBlob, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { openPglite } from '../../server/db/database.ts'
import type { Database } from '../../server/db/types.ts'
import { seedDemoWorld } from '../../server/demo/seed.ts'
import { packageFolder } from '../../server/package-folder.ts'
import { chanceOf } from './chance.ts'
import { type Client, prepared } from './prepared.ts'
import { randomOf } from './seams.ts'

/** What stands between a server and its database. */
export type Gate = {
  /** Called before each statement, or transaction, and before its end is known; throws to cut the server off. */
  pass(when: 'before' | 'after'): void
}

/** A database in memory that several servers use, which live and die without it. */
export type Store = {
  /** The server's own connection to it. */
  connect(gate: Gate): Database
  /** Reads past every gate. */
  truth: Database
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
}

const isOwn = (key: string | symbol): key is 'query' | 'transaction' | 'exec' =>
  key === 'query' || key === 'transaction' || key === 'exec'

/** The same client, whose every call passes the gate. */
function gated<Client extends object>(client: Client, gate: Gate): Client {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      if (!isOwn(key)) return value.bind(target)
      if (key === 'transaction') {
        return async (run: (tx: Client) => Promise<unknown>) => {
          gate.pass('before')
          const result: unknown = await Reflect.apply(value, target, [
            async (tx: Client) => {
              const answer = await run(gated(tx, gate))
              gate.pass('before')
              return answer
            },
          ])
          gate.pass('after')
          return result
        }
      }
      return async (...given: unknown[]) => {
        gate.pass('before')
        const result: unknown = await Reflect.apply(value, target, given)
        gate.pass('after')
        return result
      }
    },
  })
}

/** Tables that nobody has written to before a world begins. */
const emptyTables = async (client: Client): Promise<string[]> => {
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

/** A dump of our tables without rows, made once for each state of the migrations: making it takes seconds. */
async function template(): Promise<string> {
  const folder = join(packageFolder(), 'migrations')
  const hash = createHash('sha256').update(process.version)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const name of names)
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(folder, name)))
  const file = join(tmpdir(), `handsfree-simulate-${hash.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(file)) return file
  const { db, close } = await openPglite(null)
  const dump = await (db as unknown as { $client: PGlite }).$client.dumpDataDir('none')
  await close()
  // Another process may read it.
  writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
  renameSync(`${file}.${process.pid}`, file)
  return file
}

/** Our tables and the demo's world. */
async function open() {
  const pglite = await PGlite.create({ loadDataDir: await openAsBlob(await template()) })
  // A plan does not depend on how often a statement ran: worlds are alike in any place.
  await pglite.exec('set plan_cache_mode = force_generic_plan; set synchronous_commit = off')
  const client = prepared(pglite)
  const db = drizzle(client as unknown as PGlite) as unknown as Database
  await seedDemoWorld(db, randomOf(chanceOf('the demo world')))
  return { db, client, used: await emptyTables(client), close: () => pglite.close() }
}

let opened: ReturnType<typeof open> | null = null

/** A database as it is before anybody came: one for all worlds of a process, emptied before each. */
export async function openStore(): Promise<Store> {
  opened ??= open()
  const { db, client, used } = await opened
  await client.exec(`truncate ${used.join(', ')} restart identity`)
  return {
    connect: (gate) => drizzle(gated(client, gate) as unknown as PGlite) as unknown as Database,
    truth: db,
    query: async <Row>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows,
  }
}

/** Ends the database of this process. */
export async function closeStore(): Promise<void> {
  await (await opened)?.close()
  opened = null
}
