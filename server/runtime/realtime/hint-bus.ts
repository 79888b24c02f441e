import { EventEmitter } from 'node:events'
import pg from 'pg'
import * as v from 'valibot'
import { systemClock } from '../clock.ts'

/** A message between instances. `disconnect` and `disconnectEmployee`: a token of theirs is dead. */
const Hint = v.variant('kind', [
  v.object({ kind: v.literal('unread'), uin: v.string() }),
  v.object({ kind: v.literal('order'), uin: v.string(), orderId: v.string() }),
  v.object({ kind: v.literal('disconnect'), uin: v.string() }),
  v.object({ kind: v.literal('employee'), employeeId: v.string() }),
  v.object({ kind: v.literal('disconnectEmployee'), employeeId: v.string() }),
])
export type Hint = v.InferOutput<typeof Hint>
const HintText = v.pipe(v.string(), v.parseJson(), Hint)

/** Delivers hints to every instance, the sender's own included. */
export type HintBus = {
  publish(hint: Hint): void
  onHint(listener: (hint: Hint) => void): void
  /** Called when hints may have been lost. */
  onGap(listener: () => void): void
  /** Rejects while the line is lost. */
  check(): Promise<void>
  close(): Promise<void>
}

const channel = 'handsfree_hints'
const retryMs = 1_000
/** Milliseconds between two signs of life; without one in that time the line counts as lost. */
const heartbeatMs = 10_000

/** A notification for each hint. */
const notifyAll = {
  name: 'send hints',
  text: `select pg_notify('${channel}', hint) from jsonb_array_elements_text($1::jsonb) hint`,
}

/** With PGlite there is one process. */
export function localBus(): HintBus {
  const events = new EventEmitter()
  return {
    publish: (hint) => events.emit('hint', hint),
    onHint: (listener) => events.on('hint', listener),
    onGap: () => {},
    check: async () => {},
    close: async () => {},
  }
}

/**
 * With PostgreSQL hints go through NOTIFY, so that they reach the instance that holds the traveller's connection. They
 * are sent on the line that listens: a NOTIFY commits like a write, but nothing is lost that its log would bring back.
 */
export async function postgresBus(url: string, warn: (message: string) => void): Promise<HintBus> {
  const events = new EventEmitter()
  let client: pg.Client | null = null
  let closed = false

  let awaited: pg.Client | null = null
  /** A line that is cut without a word, as by a firewall, would be silent for hours. */
  const stopHeartbeat = systemClock.every(heartbeatMs, () => {
    if (!client) return
    if (awaited === client) return client.connection.stream.destroy()
    const asked = client
    awaited = asked
    asked.query('select 1').then(
      () => {
        awaited = null
      },
      () => {},
    )
  })

  let waiting: string[] = []
  let isSending = false
  /** Sends what has gathered while the last ones were on their way; without a line it waits for the next one. */
  const send = async () => {
    if (isSending) return
    isSending = true
    while (client && waiting.length > 0) {
      const hints = waiting
      waiting = []
      await client
        .query({ ...notifyAll, values: [JSON.stringify(hints)] })
        .catch(() => warn('A hint was not sent.'))
    }
    isSending = false
  }
  /** Listens until the connection ends; rejects when it cannot connect. */
  const listen = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: heartbeatMs,
      application_name: 'handsfree hints',
    })
    next.on('notification', ({ payload = '' }) => {
      const hint = v.safeParse(HintText, payload)
      if (hint.success) events.emit('hint', hint.output)
    })
    next.on('error', () => {})
    await next.connect()
    await next.query(`set synchronous_commit to off; listen ${channel}`).catch((error: unknown) => {
      next.end().catch(() => {})
      throw error
    })
    client = next
    next.once('end', () => {
      client = null
      retry()
    })
    void send()
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
        () => systemClock.later(retryMs, attempt),
      )
    }
    systemClock.later(retryMs, attempt)
  }
  await listen()

  return {
    publish(hint) {
      waiting.push(JSON.stringify(hint))
      void send()
    },
    onHint: (listener) => events.on('hint', listener),
    onGap: (listener) => events.on('gap', listener),
    async check() {
      if (!client) throw new Error('the line that carries hints is lost')
    },
    async close() {
      closed = true
      stopHeartbeat()
      // A lost connection cannot be ended.
      await client?.end().catch(() => {})
    },
  }
}
