import { EventEmitter } from 'node:events'
import pg from 'pg'
import * as v from 'valibot'
import { systemClock } from '../clock.ts'

/** Message between instances. `disconnect…`: a token was revoked. */
const Hint = v.variant('kind', [
  v.object({ kind: v.literal('unread'), uin: v.string() }),
  v.object({ kind: v.literal('order'), uin: v.string(), orderId: v.string() }),
  v.object({ kind: v.literal('disconnect'), uin: v.string() }),
  v.object({ kind: v.literal('employee'), employeeId: v.string() }),
  v.object({ kind: v.literal('operators'), orderId: v.string() }),
  v.object({ kind: v.literal('disconnectEmployee'), employeeId: v.string() }),
])
export type Hint = v.InferOutput<typeof Hint>
const HintText = v.pipe(v.string(), v.parseJson(), Hint)

/** Broadcasts to all instances, including the sender. */
export type HintBus = {
  publish(hint: Hint): void
  onHint(listener: (hint: Hint) => void): void
  /** Called after hints may have been lost. */
  onGap(listener: () => void): void
  check(): Promise<void>
  close(): Promise<void>
}

const channel = 'handsfree_hints'
const retryMs = 1_000
/** Interval of heartbeats in ms. Without an answer, the connection counts as lost. */
const heartbeatMs = 10_000

const notifyAll = {
  name: 'send hints',
  text: `select pg_notify('${channel}', hint) from jsonb_array_elements_text($1::jsonb) hint`,
}

/** PGlite runs in a single process. */
export function createLocalBus(): HintBus {
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
 * Uses PostgreSQL's NOTIFY to reach the instance with the traveller's connection. Sends on the listening connection
 * with `synchronous_commit` off: NOTIFY commits like a write, but hints needn't survive a crash.
 */
export async function openPostgresBus(url: string, warn: (message: string) => void): Promise<HintBus> {
  const events = new EventEmitter()
  let client: pg.Client | null = null
  let isClosed = false

  let pingedClient: pg.Client | null = null
  /** Detects half-open connections, for example behind a firewall. */
  const stopHeartbeat = systemClock.every(heartbeatMs, () => {
    if (!client) return
    if (pingedClient === client) return client.connection.stream.destroy()
    const asked = client
    pingedClient = asked
    asked.query('select 1').then(
      () => {
        pingedClient = null
      },
      () => {},
    )
  })

  let queuedHints: string[] = []
  let isSending = false
  /** Sends queued hints in batches. While disconnected, they stay queued. */
  const send = async () => {
    if (isSending) return
    isSending = true
    while (client && queuedHints.length > 0) {
      const hints = queuedHints
      queuedHints = []
      await client
        .query({ ...notifyAll, values: [JSON.stringify(hints)] })
        .catch(() => warn('Could not send a live message. Pages show the change when they next poll.'))
    }
    isSending = false
  }
  /** Resolves once listening; rejects if it can't connect. */
  const listen = async (): Promise<void> => {
    const newClient = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: heartbeatMs,
      application_name: 'handsfree hints',
    })
    newClient.on('notification', ({ payload = '' }) => {
      const hint = v.safeParse(HintText, payload)
      if (hint.success) events.emit('hint', hint.output)
    })
    newClient.on('error', () => {})
    await newClient.connect()
    await newClient.query(`set synchronous_commit to off; listen ${channel}`).catch((error: unknown) => {
      newClient.end().catch(() => {})
      throw error
    })
    client = newClient
    newClient.once('end', () => {
      client = null
      retry()
    })
    void send()
    if (isClosed) await newClient.end().catch(() => {})
  }
  /** Only reconnects after a successful listen: clients that never connected emit `end` too. */
  const retry = (): void => {
    if (isClosed) return
    warn('Lost the PostgreSQL connection for live messages. Reconnecting.')
    const attempt = () => {
      if (isClosed) return
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
      queuedHints.push(JSON.stringify(hint))
      void send()
    },
    onHint: (listener) => events.on('hint', listener),
    onGap: (listener) => events.on('gap', listener),
    async check() {
      if (!client) throw new Error('the PostgreSQL connection for live messages is down')
    },
    async close() {
      isClosed = true
      stopHeartbeat()
      await client?.end().catch(() => {})
    },
  }
}
