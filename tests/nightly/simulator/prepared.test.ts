import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createPreparedClient } from '../../../simulator/prepared-client.ts'

let plain: PGlite
let client: Client

beforeAll(async () => {
  plain = await PGlite.create()
  await plain.exec('create table bags (tag text primary key, pieces integer not null)')
  client = createPreparedClient(plain)
})
afterAll(() => plain.close())

const everyKind = `select $1::text as words, $2::integer as pieces, $3::timestamptz as time, $4::jsonb as facts,
  $5::text[] as tags, $6::boolean as is_read, null::text as nothing, $7::bytea as bytes, ''::text as empty`
const values = [
  '行李 “bags”',
  -3,
  new Date('2026-03-20T00:00:00.123Z'),
  { a: ['é', null] },
  ['x', 'y, "z"'],
  true,
  Buffer.from([0, 255]),
]

test.each(['object', 'array'] as const)('reads rows like PGlite, each as an %s', async (rowMode) => {
  const options = { rowMode, parsers: { 1184: (text: string) => `time ${text}` } }
  for (const given of [values, values.with(0, 'plain').with(3, [])]) {
    const expected = await plain.query(everyKind, given, options)
    const { rows, fields, affectedRows } = await client.query(everyKind, given, options)
    expect({ rows, fields, affectedRows }).toEqual({
      rows: expected.rows,
      fields: expected.fields,
      affectedRows: expected.affectedRows,
    })
  }
})

test('reads a response that is longer than any buffer', async () => {
  const { rows } = await client.query<{ text: string }>(
    "select repeat('行李', 200000) || n as text from generate_series(1, 5) n",
  )
  expect(rows.map(({ text }) => [text.length, text.at(-1)])).toEqual(
    ['1', '2', '3', '4', '5'].map((last) => [400_001, last]),
  )
})

test('runs concurrent statements of one transaction, and rolls all of them back', async () => {
  const insert = 'insert into bags values ($1, $2)'
  const fails = client.transaction(async (tx) => {
    const counts = await Promise.all(['a', 'b', 'c'].map((tag) => tx.query(insert, [tag, 1])))
    expect(counts.map(({ affectedRows }) => affectedRows)).toEqual([1, 1, 1])
    await tx.query(insert, ['a', 2])
  })
  await expect(fails).rejects.toMatchObject({ code: '23505', constraint: 'bags_pkey' })
  expect((await client.query('select * from bags')).rows).toEqual([])
})

test('rejects a transaction that was rolled back after a swallowed error', async () => {
  const swallows = client.transaction(async (tx) => {
    await tx.query('select 1 / $1::integer', [0]).catch(() => {})
  })
  await expect(swallows).rejects.toThrow('rolled back instead of committed')
})
