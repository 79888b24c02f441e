import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { isAlreadyExistsError } from '../data-folder.ts'
import type { Random } from '../random.ts'

/** Advisory lock class of photo folders, per schema. */
const family = `hashtext('handsfree photos of ' || current_schema())`
const lock = `select pg_advisory_lock_shared(${family}, $1)`
const countOthers = `select count(distinct objid)::int as others from pg_locks where locktype = 'advisory' and granted
  and database = (select oid from pg_database where datname = current_database())
  and classid = ${family}::oid and objsubid = 2 and objid <> $1::int::oid`

/** Returns an id stored in the folder, the same on every machine that shares it. */
function folderNumber(folder: string, random: Random): number {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, '.folder')
  try {
    writeFileSync(file, random.bytes(4).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isAlreadyExistsError(error)) throw error
  }
  return Number.parseInt(readFileSync(file, 'utf8'), 16) & 0x7fffffff
}

export const otherFoldersMessage =
  'Other instances on this database store photos in separate folders, so they can’t read each other’s photos. Set S3_*, or share one HANDSFREE_DATA folder.'

/**
 * Checks whether instances on the same database use another photo folder. The lock lasts as long as the PostgreSQL
 * connection, until `close`.
 */
export async function registerFolder(
  url: string,
  folder: string,
  random: Random,
): Promise<{ isShared: boolean; close(): Promise<void> }> {
  const number = folderNumber(folder, random)
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'handsfree photos',
  })
  client.on('error', () => {})
  await client.connect()
  await client.query(lock, [number])
  const { rows } = await client.query<{ others: number }>(countOthers, [number])
  return { isShared: rows[0]?.others === 0, close: () => client.end().catch(() => {}) }
}
