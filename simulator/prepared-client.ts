import { isAscii } from 'node:buffer'
import { type PGlite, protocol, type Results, type Transaction } from '@electric-sql/pglite'
import { type Column, hasFailed, type ParseValue, readColumns, readOutcome, writeCall } from './wire.ts'

const { serialize, Parser } = protocol
const sync = serialize.sync()

type Options = Parameters<PGlite['query']>[2]
type PreparedStatement = {
  name: string
  columns: Column[]
  fields: { name: string; dataTypeID: number }[]
  writers: ((value: unknown) => string)[]
  /** Cached parsers: `given` by the caller, or our `own`. A statement is always used with the same parsers. */
  parsers: { own: (ParseValue | null)[] | null; given: (ParseValue | null)[] | null }
}

/** The part of PGlite that Drizzle and the simulator use. */
export type Client = Pick<Transaction, 'query' | 'exec'> & {
  transaction<Result>(run: (tx: Client) => Promise<Result>): Promise<Result>
}

function throwFault(answer: Uint8Array): never {
  let fault: unknown
  new Parser().parse(answer, (message) => {
    if (message instanceof Error) fault ??= message
  })
  throw fault
}

function createSerialQueue() {
  let turn: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = () => work()
    const run = turn.then(next, next)
    turn = run
    return run
  }
}

/**
 * PGlite with prepared statements, one protocol round trip each, and a faster row parser. Parsing statements and
 * creating a message object per row took most of a world's time.
 */
export function createPreparedClient(client: PGlite): Client {
  const statements = new Map<string, PreparedStatement>()
  /** There is one connection, so calls and transactions are serialized, and so are statements within a transaction. */
  const [inTurn, inTransaction] = [createSerialQueue(), createSerialQueue()]

  async function send(message: Uint8Array): Promise<Buffer> {
    const parts: Buffer[] = []
    // Copied, because the chunk points into the database's memory.
    const onRawData = (part: Uint8Array) => void parts.push(Buffer.from(part))
    await client.execProtocolRawStream(message, { syncToFs: false, onRawData })
    const answer = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    if (hasFailed(answer)) throwFault(answer)
    return answer
  }

  async function prepare(text: string): Promise<PreparedStatement> {
    const existing = statements.get(text)
    if (existing) return existing
    const name = `s${statements.size}`
    const answer = await send(
      Buffer.concat([serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), sync]),
    )
    const { types, columns } = readColumns(answer)
    const statement: PreparedStatement = {
      name,
      columns,
      fields: columns.map(({ name, type }) => ({ name, dataTypeID: type })),
      writers: types.map((type) => (client.serializers[type] as (value: unknown) => string) ?? String),
      parsers: { own: null, given: null },
    }
    statements.set(text, statement)
    return statement
  }

  function parsersOf(
    { columns, parsers }: PreparedStatement,
    given: NonNullable<Options>['parsers'],
  ): (ParseValue | null)[] {
    const kind = given ? 'given' : 'own'
    parsers[kind] ??= columns.map(({ type }) => given?.[type] ?? client.parsers[type] ?? null)
    return parsers[kind]
  }

  /** Runs a statement in one round trip, together with the messages in `before`. */
  async function execute<Row>(
    text: string,
    values: unknown[] = [],
    options: Options = {},
    prefix: Buffer | null = null,
  ): Promise<Results<Row>> {
    const statement = statements.get(text) ?? (await prepare(text))
    const { name, columns, fields, writers } = statement
    const written = values.map((value, index) =>
      value === null || value === undefined ? null : writers[index]!(value),
    )
    const answer = await send(writeCall(name, written, prefix))
    const { rows, affectedRows, command } = readOutcome<Row>(answer, {
      columns,
      parsers: parsersOf(statement, options?.parsers),
      isArray: options?.rowMode === 'array',
      isAscii: isAscii(answer),
    })
    return { rows, fields, affectedRows, command } as Results<Row>
  }

  /** `begin`, sent together with the transaction's first statement. */
  async function encodeBegin(): Promise<Buffer> {
    const { name } = await prepare('begin')
    const call = writeCall(name, [])
    return call.subarray(0, call.length - sync.length)
  }

  async function runTransaction<Result>(run: (tx: Client) => Promise<Result>): Promise<Result> {
    let begin: Buffer | null = await encodeBegin()
    const end = async (how: 'commit' | 'rollback') =>
      begin ? null : ((await inTransaction(() => execute(how))) as { command?: string }).command
    let result: Result
    try {
      result = await run({
        query: (text, values, options) =>
          inTransaction(() => {
            const before = begin
            begin = null
            return execute(text, values, options, before)
          }),
        exec: () => Promise.reject(new Error('several statements inside a transaction')),
        transaction: () => Promise.reject(new Error('a transaction inside another one')),
      })
    } catch (error) {
      await end('rollback')
      throw error
    }
    if ((await end('commit')) === 'ROLLBACK')
      throw new Error('the transaction was rolled back instead of committed')
    return result
  }

  return {
    query: (text, values, options) => inTurn(() => execute(text, values, options)),
    exec: (text) => inTurn(() => client.exec(text)),
    transaction: (run) => inTurn(() => runTransaction(run)),
  }
}
