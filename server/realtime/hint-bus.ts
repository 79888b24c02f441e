import { EventEmitter } from 'node:events'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import * as v from 'valibot'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

/** A message between instances. `disconnect`: a token of that account is dead. */
const Hint = v.variant('kind', [
  v.object({ kind: v.literal('unread'), uin: v.string() }),
  v.object({ kind: v.literal('order'), uin: v.string(), orderId: v.string() }),
  v.object({ kind: v.literal('disconnect'), uin: v.string() }),
])
export type Hint = v.InferOutput<typeof Hint>

/** Delivers hints to every instance, the sender's own included. */
export type HintBus = {
  publish(hint: Hint): void
  onHint(listener: (hint: Hint) => void): void
  /** Called when hints may have been lost. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

const channel = 'handsfree_hints'
const retryMs = 1_000

const notifyAll = prepared('send hints', (db, name) =>
  db
    .select({ sent: sql`pg_notify(${channel}, hint)` })
    .from(sql`jsonb_array_elements_text(${sql.placeholder('hints')}::jsonb) hint`)
    .prepare(name),
)

/** With PGlite there is one process. */
export function localBus(): HintBus {
  const events = new EventEmitter()
  return {
    publish: (hint) => events.emit('hint', hint),
    onHint: (listener) => events.on('hint', listener),
    onGap: () => {},
    close: async () => {},
  }
}

/** With PostgreSQL hints go through NOTIFY, so that they reach the instance that holds the traveller's connection. */
export async function postgresBus(
  url: string,
  db: Database,
  warn: (message: string) => void,
): Promise<HintBus> {
  const events = new EventEmitter()
  let client: pg.Client | null = null
  let closed = false

  /** Listens until the connection ends; rejects when it cannot connect. */
  const listen = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    next.on('notification', ({ payload = '' }) => {
      const hint = v.safeParse(v.pipe(v.string(), v.parseJson(), Hint), payload)
      if (hint.success) events.emit('hint', hint.output)
    })
    next.on('error', () => {})
    await next.connect()
    await next.query(`listen ${channel}`).catch((error: unknown) => {
      next.end().catch(() => {})
      throw error
    })
    client = next
    next.once('end', retry)
    if (closed) await next.end().catch(() => {})
  }
  /** A client that never connected emits its end too: only one that listened is followed by another. */
  const retry = (): void => {
    if (closed) return
    warn('Lost the line to PostgreSQL that carries hints; trying again.')
    const attempt = () => {
      if (closed) return
      listen().then(
        () => events.emit('gap'),
        () => setTimeout(attempt, retryMs).unref(),
      )
    }
    setTimeout(attempt, retryMs).unref()
  }
  await listen()

  let waiting: string[] = []
  let isSending = false
  /** Sends what has gathered while the last ones were on their way: a notification each, one statement for all. */
  const send = async () => {
    isSending = true
    while (waiting.length > 0) {
      const hints = JSON.stringify(waiting)
      waiting = []
      await notifyAll(db, { hints }).catch(() => warn('A hint was not sent.'))
    }
    isSending = false
  }

  return {
    publish(hint) {
      waiting.push(JSON.stringify(hint))
      if (!isSending) void send()
    },
    onHint: (listener) => events.on('hint', listener),
    onGap: (listener) => events.on('gap', listener),
    async close() {
      closed = true
      // A lost connection cannot be ended.
      await client?.end().catch(() => {})
    },
  }
}
