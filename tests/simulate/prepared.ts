import { type PGlite, parse, protocol, type Results, type Transaction } from '@electric-sql/pglite'

const { serialize } = protocol

type Options = Parameters<PGlite['query']>[2]
type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]
type Known = { name: string; types: number[]; fields: Message[] }

/** What Drizzle and the world call of a database or a transaction. */
export type Client = Pick<Transaction, 'query' | 'exec'> & {
  transaction<Result>(run: (tx: Client) => Promise<Result>): Promise<Result>
}

/**
 * PGlite whose statements are parsed and planned once: it does so for every call, which is two thirds of the time of a
 * simulated world.
 */
export function prepared(client: PGlite): Client {
  const statements = new Map<string, Known>()
  const send = (...parts: Uint8Array[]) =>
    client.execProtocolStream(Buffer.concat(parts), { syncToFs: false })

  async function prepare(text: string): Promise<Known> {
    const known = statements.get(text)
    if (known) return known
    const name = `s${statements.size}`
    const answers = await send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const types = answers.find((answer) => answer.name === 'parameterDescription') as
      | { dataTypeIDs: number[] }
      | undefined
    const fields = answers.filter((answer) => answer.name === 'rowDescription')
    const made = { name, types: types?.dataTypeIDs ?? [], fields }
    statements.set(text, made)
    return made
  }

  async function ask<Row>(
    text: string,
    values: unknown[] = [],
    options: Options = {},
  ): Promise<Results<Row>> {
    const { name, types, fields } = await prepare(text)
    const written = values.map((value, index) => {
      if (value === null || value === undefined) return null
      const write = client.serializers[types[index]!]
      return write ? write(value) : String(value)
    })
    const answers = await send(
      serialize.bind({ statement: name, values: written }),
      serialize.execute({}),
      serialize.sync(),
    )
    return parse.parseResults([...fields, ...answers], client.parsers, options)[0] as Results<Row>
  }

  return {
    query: (text, values, options) =>
      client._runExclusiveTransaction(() => client.runExclusive(() => ask(text, values, options))),
    exec: (text) => client.exec(text),
    transaction: (run) =>
      client.transaction((tx) => {
        const inside: Client = {
          query: (text, values, options) => client.runExclusive(() => ask(text, values, options)),
          exec: (text) => tx.exec(text),
          transaction: () => Promise.reject(new Error('a transaction inside another one')),
        }
        return run(inside)
      }),
  }
}
