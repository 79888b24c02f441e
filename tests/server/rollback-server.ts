import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { buildServer, type ServerOptions } from '../../server/api/app.ts'
import { createProviders } from '../../server/domain/payments/providers.ts'
import { createCallers } from '../../server/domain/users/callers.ts'
import type { Transaction } from '../../server/runtime/db/database.ts'
import type { Callers } from '../../server/runtime/services.ts'
import type { TestServer } from './harness.ts'
import type { Sent } from './samples.ts'

const Rows = v.object({ rows: v.array(v.object({ text: v.string() })) })

/** A response, byte by byte. */
export type Reply = { status: number; text: string }

/** A server whose writes can be rolled back. */
export type RollbackServer = {
  app: FastifyInstance
  /** Read on each request, so tests may replace its functions. */
  callers: Callers
  db: Transaction
  send(sent: Sent): Promise<Reply>
  /** Rolls back all writes since the start. */
  undo(): Promise<void>
  /** A hash of every row of every table. */
  fingerprint(): Promise<string>
  close(): Promise<void>
}

/**
 * A second server in one transaction of the first server's database; the first must not be used at the same time.
 * Each example of a test starts with the same rows, and tests see the rows that a request wrote.
 */
export async function startRollbackServer(
  server: TestServer,
  options: ServerOptions = {},
): Promise<RollbackServer> {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return new Promise((opened, failed) => {
    const transaction = server.services.db.transaction(async (tx) => {
      const services = { ...server.services, db: tx, callers: createCallers({ ...server.services, db: tx }) }
      const app = await buildServer({ ...services, providers: createProviders(services) }, options)
      const rowsOf = async (query: SQL) => v.parse(Rows, await tx.execute(query)).rows
      // The server writes failed calls a moment after the answer.
      const tables = await rowsOf(
        sql`select tablename as text from pg_tables where schemaname = 'public' and tablename <> 'failed_calls'`,
      )
      const contents = tables.map(
        ({ text }) =>
          sql`(select coalesce(string_agg(t::text, '|' order by t::text), '') from ${sql.identifier(text)} t)`,
      )
      const undo = async () => {
        await tx.execute(sql`rollback to savepoint beginning`)
      }
      await tx.execute(sql`savepoint beginning`)
      opened({
        app,
        callers: services.callers,
        db: tx,
        async send(sent) {
          const { statusCode, body } = await app.inject(sent)
          return { status: statusCode, text: body }
        },
        undo,
        async fingerprint() {
          const [hash] = await rowsOf(sql`select md5(concat_ws('#', ${sql.join(contents, sql`, `)})) as text`)
          return hash!.text
        },
        async close() {
          end()
          await transaction
          await app.close()
        },
      })
      await ended
      await undo()
    })
    transaction.catch(failed)
  })
}
