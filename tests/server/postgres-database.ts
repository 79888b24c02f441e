import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { testDatabases } from './test-databases.ts'

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Creates a database on a PostgreSQL server, as a copy of `template`; returns its URL. */
export async function createDatabase(server: string, template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await ask(server, `create database ${name} template ${template} strategy file_copy`)
  return Object.assign(new URL(server), { pathname: name }).href
}

/** Creates an empty database on the run's PostgreSQL server; returns its URL. */
export const newPostgresDatabase = (): Promise<string> => createDatabase(testDatabases.postgresUrl ?? '')
