import { randomBytes } from 'node:crypto'
import { routeTo } from '@handsfree/core/booking'
import { createOrder, type OrderDraft } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { signFileUrl } from '../../../server/domain/files/file-url.ts'
import { findDestination } from '../../../server/domain/orders/places.ts'
import { quotedFacts, quoteFor } from '../../../server/domain/orders/quotes.ts'
import { findQrSite } from '../../../server/domain/sites/sites.ts'
import { hashToken } from '../../../server/runtime/random.ts'
import { orderDraft } from '../../order-draft.ts'
import { newKey, type TestServer } from '../../server/harness.ts'
import { onStatement } from '../../server/statements.ts'

const id = () => randomBytes(12).toString('hex')

/** Input of an order to create. */
export type Creation = {
  uin: string
  token: string
  fileId: string
  body: { draft: OrderDraft; quoteId: string }
}

/** Prepares orders for creation: accounts, sessions, photos and quotes. */
export async function prepareCreations({ services }: TestServer, count: number): Promise<Creation[]> {
  const { db, now } = services
  const place = (await findQrSite(db, orderDraft.qrId, 'en-US'))!
  const destination = (await findDestination(db, orderDraft.delivery))!
  const route = routeTo(place, destination)
  if (!route.ok) throw new Error(route.error)
  const creations = Array.from({ length: count }, () => {
    const [uin, token, fileId] = [id(), id(), id()]
    const draft = { ...orderDraft, photos: [signFileUrl(services, fileId)] }
    const { quoteId } = quoteFor(services, uin, place, quotedFacts(draft, route.value))
    return { uin, token, fileId, body: { draft, quoteId, termsVersion: policy.termsVersion } }
  })
  const rows = JSON.stringify(
    creations.map(({ uin, token, fileId }) => ({ uin, fileId, tokenHash: hashToken(token) })),
  )
  const time = now().toISOString()
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as given(uin text, "fileId" text, "tokenHash" text)`
  await db.execute(sql`
    insert into users (uin, dial_code, phone_number, locale, create_time, update_time)
    select uin, '86', uin, 'en-US', ${time}, ${time} from ${given}`)
  await db.execute(sql`
    insert into tokens (token_hash, uin, create_time, use_time) select "tokenHash", uin, ${time}, ${time} from ${given}`)
  await db.execute(sql`
    insert into files (file_id, uin, width, height, bytes, create_time)
    select "fileId", uin, 4, 3, 9, ${time} from ${given}`)
  return creations
}

/** Creates an order like a client: the whole call, without a socket. */
export const callWith =
  ({ app }: TestServer) =>
  async ({ token, body }: Creation): Promise<void> => {
    const response = await app.inject({
      method: createOrder.method,
      url: `/api${createOrder.path}`,
      headers: { token: `Bearer ${token}`, 'idempotency-key': newKey() },
      payload: body,
    })
    if (response.statusCode !== 200) throw new Error(response.body)
  }

/** Tables that one creation writes. Their rows are copied from a real order. */
const writtenTables = ['idempotency_keys', 'orders', 'order_trace', 'order_operations', 'payments'] as const
const uniqueColumns = [
  'caller',
  'key',
  'order_id',
  'uin',
  'order_number',
  'trace_id',
  'operation_id',
  'payment_id',
]
const serialColumns = ['position']

/** Writes only the rows of a creation, in one transaction of prepared statements. */
export async function bareInsertWith(pool: pg.Pool): Promise<(creation: Creation) => Promise<void>> {
  const statements: { name: string; text: string; columns: string[]; values: unknown[] }[] = []
  for (const table of writtenTables) {
    const { rows } = await pool.query(`select * from ${table} order by 1 limit 1`)
    const row = rows[0] as Record<string, unknown>
    const columns = Object.keys(row).filter((column) => !serialColumns.includes(column))
    const places = columns.map((_, index) => `$${index + 1}`)
    const values = columns.map((column) => {
      const value = row[column]
      return value !== null && typeof value === 'object' && !(value instanceof Date)
        ? JSON.stringify(value)
        : value
    })
    const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`
    statements.push({ name: `bare ${table}`, text, columns, values })
  }
  const keep = { name: 'bare files', text: 'update files set kept_time = $1 where file_id = $2' }
  return async ({ uin, fileId }) => {
    const client = await pool.connect()
    const ours: Record<string, string> = Object.fromEntries(uniqueColumns.map((column) => [column, id()]))
    Object.assign(ours, { caller: uin, uin })
    try {
      await client.query('begin')
      for (const { name, text, columns, values } of statements) {
        const row = values.map((value, index) => ours[columns[index] ?? ''] ?? value)
        await client.query({ name, text, values: row })
      }
      await client.query({ ...keep, values: [new Date(), fileId] })
      await client.query('commit')
    } finally {
      client.release()
    }
  }
}

/** `rate`: orders per second. `cpu`: this process's CPU time per order, in milliseconds. */
export type Speed = { rate: number; cpu: number }

export async function measure(
  creations: Creation[],
  clients: number,
  create: (creation: Creation) => Promise<void>,
): Promise<Speed> {
  let next = 0
  const client = async () => {
    for (let creation = creations[next++]; creation; creation = creations[next++]) await create(creation)
  }
  const cpu = process.cpuUsage()
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  const took = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return { rate: (creations.length / took) * 1_000, cpu: (user + system) / 1_000 / creations.length }
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Orders of each kind before the measurement. */
const warmUp = 4_000

export type Creating = { clients: number; call: Speed; bare: Speed; ratio: number }

/**
 * Compares creating orders with a bare transaction that writes the same rows with as many connections. Both are warm
 * and alternate for `rounds`, so that noise affects both. Returns medians.
 */
export async function measureCreating(
  server: TestServer,
  { levels = [1, 8, 32], rounds = 9, orders = 240 } = {},
): Promise<{ statements: number; creating: Creating[] }> {
  const call = callWith(server)
  const pool = new pg.Pool({ connectionString: server.services.settings.databaseUrl ?? '', max: 10 })
  try {
    // Warm up: every connection prepares its statements, and the JIT compiles hot code. The first 1,000 orders take
    // twice the CPU time.
    await measure(await prepareCreations(server, warmUp), 32, call)
    let statements = 0
    const [first] = await prepareCreations(server, 1)
    const stop = onStatement(() => {
      statements += 1
    })
    await call(first!)
    await new Promise((resolve) => setTimeout(resolve, 50))
    stop()
    const bare = await bareInsertWith(pool)
    await measure(await prepareCreations(server, warmUp), 32, bare)
    const creating: Creating[] = []
    for (const clients of levels) {
      const calls: Speed[] = []
      const bares: Speed[] = []
      for (let round = 0; round < rounds; round += 1) {
        bares.push(await measure(await prepareCreations(server, orders), clients, bare))
        calls.push(await measure(await prepareCreations(server, orders), clients, call))
      }
      const middle = (speeds: Speed[]): Speed => ({
        rate: median(speeds.map(({ rate }) => rate)),
        cpu: median(speeds.map(({ cpu }) => cpu)),
      })
      const ratio = median(calls.map(({ rate }, index) => rate / bares[index]!.rate))
      creating.push({ clients, call: middle(calls), bare: middle(bares), ratio })
    }
    return { statements, creating }
  } finally {
    await pool.end()
  }
}
