import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { testDatabases } from './test-databases.ts'

/** Makes an empty database in the PostgreSQL of the run; returns its URL. */
export async function newPostgresDatabase(): Promise<string> {
  const server = testDatabases.postgresUrl ?? ''
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(server), { pathname: name }).href
}
