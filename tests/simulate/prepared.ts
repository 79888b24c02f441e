import { isAscii } from 'node:buffer'
import { type PGlite, protocol, type Results, type Transaction } from '@electric-sql/pglite'
import { type Column, numbersOf, readColumns, readRows, writeCall } from './wire.ts'

const { serialize, Parser } = protocol

type Options = Parameters<PGlite['query']>[2]
type Known = { name: string; types: number[]; columns: Column[] }

/** What Drizzle and the world call of a database or a transaction. */
export type Client = Pick<Transaction, 'query' | 'exec'> & {
  transaction<Result>(run: (tx: Client) => Promise<Result>): Promise<Result>
}

/** What PostgreSQL says in an answer that holds an error. */
function throwFault(answer: Uint8Array): never {
  let fault: unknown
  new Parser().parse(answer, (message) => {
    if (message instanceof Error) fault ??= message
  })
  throw fault
}

/** Runs what it is given one after the other. */
function oneByOne() {
  let turn: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const run = turn.then(work)
    turn = run.catch(() => {})
    return run
  }
}

/**
 * PGlite whose statements are parsed and planned once, in one turn of its protocol each, and whose answers are read
 * without a message object for each row: both took most of the time of a simulated world.
 */
export function prepared(client: PGlite): Client {
  const statements = new Map<string, Known>()
  /** Calls and transactions wait for each other, and so do the statements of one transaction: there is one connection. */
  const [inTurn, alone] = [oneByOne(), oneByOne()]

  async function send(message: Uint8Array): Promise<Buffer> {
    const parts: Buffer[] = []
    // What it gives is of the database's own memory.
    const onRawData = (part: Uint8Array) => void parts.push(Buffer.from(part))
    await client.execProtocolRawStream(message, { syncToFs: false, onRawData })
    const answer = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    if (numbersOf(answer).hasFailed) throwFault(answer)
    return answer
  }

  async function prepare(text: string): Promise<Known> {
    const known = statements.get(text)
    if (known) return known
    const name = `s${statements.size}`
    const answer = await send(
      Buffer.concat([
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ]),
    )
    const made = { name, ...readColumns(answer) }
    statements.set(text, made)
    return made
  }

  async function ask<Row>(
    text: string,
    values: unknown[] = [],
    options: Options = {},
  ): Promise<Results<Row>> {
    const { name, types, columns } = await prepare(text)
    const written = values.map((value, index) => {
      if (value === null || value === undefined) return null
      const write = client.serializers[types[index]!]
      return write ? (write(value) as string) : String(value)
    })
    const answer = await send(writeCall(name, written))
    const { affectedRows, command } = numbersOf(answer)
    const parsers = columns.map(({ type }) => options?.parsers?.[type] ?? client.parsers[type] ?? null)
    const rows = readRows<Row>(answer, {
      columns,
      parsers,
      isArray: options?.rowMode === 'array',
      isAscii: isAscii(answer),
    })
    const fields = columns.map(({ name, type }) => ({ name, dataTypeID: type }))
    return { rows, fields, affectedRows, command } as Results<Row>
  }

  const inside: Client = {
    query: (text, values, options) => alone(() => ask(text, values, options)),
    exec: () => Promise.reject(new Error('several statements inside a transaction')),
    transaction: () => Promise.reject(new Error('a transaction inside another one')),
  }
  return {
    query: (text, values, options) => inTurn(() => ask(text, values, options)),
    exec: (text) => inTurn(() => client.exec(text)),
    transaction: (run) =>
      inTurn(async () => {
        await ask('begin')
        let result: Awaited<ReturnType<typeof run>>
        try {
          result = await run(inside)
        } catch (error) {
          await alone(() => ask('rollback'))
          throw error
        }
        const { command } = (await alone(() => ask('commit'))) as { command?: string }
        if (command === 'ROLLBACK') throw new Error('the transaction was rolled back in place of committed')
        return result
      }),
  }
}
