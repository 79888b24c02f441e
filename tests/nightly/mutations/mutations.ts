import type { CallShape } from '@handsfree/core/contract'
import fc from 'fast-check'
import { type Sample, type Sent, toSent } from '../../server/samples.ts'

/**
 * One change of a valid request. `at` selects a position modulo their number: any node of a body, any byte of a
 * payload, otherwise any entry.
 */
export type Mutation =
  | {
      part: 'body'
      op: 'replace' | 'splice' | 'remove' | 'add' | 'repeat' | 'wrap'
      at: number
      name: string
      value: unknown
    }
  | { part: 'params'; at: number; value: string; isEncoded: boolean }
  | { part: 'query'; op: 'replace' | 'splice' | 'remove' | 'add'; at: number; name: string; value: string }
  | { part: 'header'; name: string; value: string | null }
  | { part: 'payload'; op: 'cut' | 'flip' | 'insert' | 'whole'; at: number; bytes: string }

const long = 'x'.repeat(5_000)

/** Strings that have broken parsers, databases, logs and pages before. */
const hostileTexts = [
  ['', ' ', '\t', '\r\n', '0', '-1', '00', '1e9', '1e400', 'NaN', 'null', 'true', '0x10', '９'],
  ['\u0000', 'a\u0000b', '\u001b[31m', '\u007f', '\ufeff', '\u2028', '\u202eabc'],
  ['\ud800', 'x\udfff', '\ud83d', '💼'.repeat(64), 'é', 'e\u0301', '𠮷野家', 'ﷺ'.repeat(50), 'İ'],
  ['x'.repeat(64), 'x'.repeat(65), long, '💼'.repeat(3_000)],
  ['__proto__', 'constructor', 'prototype', 'toString', 'length', '$where', 'undefined'],
  ["'", '"', "' or 1=1 --", "'; drop table orders; --", '\\', '%', '%s%n', '_', '*', '{{7*7}}', `\${7*7}`],
  ['<script>alert(1)</script>', 'javascript:alert(1)', 'file:///etc/passwd', 'http://169.254.169.254/'],
  ['..', '../', '../../etc/passwd', '..%2f..%2fetc%2fpasswd', '..\\..\\'],
  ['/', '//', '/api/files/', '/api/files/x?'],
  ['2026-11-22T14:00:00+08:00', '2026-02-30T14:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59+14:00'],
  ['2026-11-22T24:00:00Z', '2026-11-22T14:00:60Z', '2026-11-22T14:00:00+99:99', '2026-11-22'],
  ['1795226400000', 'a@b.c', `${'a'.repeat(64)}@${'b.'.repeat(90)}cc`, 'a'.repeat(4_000).concat('@')],
  ['[]', '{}', '[[[[', '{"a":'],
  ['99999999999999-0123456789abcdef01234567', '8640000000000001-a', '-', '0-0', '1-', '1-\u0000'],
].flat()

const nested = (depth: number): unknown => {
  let value: unknown = []
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const texts = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 80 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[\w-]{1,64}$/) },
)

const values = fc.oneof(
  { weight: 5, arbitrary: texts },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown[]>(
      ...[null, true, false, 0, -0, -1, 0.5, 1, 21, 2 ** 31, 2 ** 53, 1e21, -1e308, 5e-324],
      ...[[], {}, [[]], [null], [{}], { length: 1 }, Array(50).fill(null), nested(300)],
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }) },
  { weight: 1, arbitrary: fc.double() },
)

/** Inserted into a valid value, so that the rest of the request stays valid. */
const splinters = fc.constantFrom(
  ...['\u0000', '\ud800', '\udfff', '\ud83d\ud83d', '\n', '\r', '\t', '\u001f', '\u202e', '\u2028', '\ufffe'],
  ...[' ', '　', '%', '_', '\\', "'", '"', '`', '-', '.', '+', '💼', 'e\u0301', '٣', '9', '0'],
)

const names = fc.oneof(
  texts,
  fc.constantFrom('uin', 'orderId', 'status', 'types', 'types[]', 'cursor', 'uins[]'),
)
const at = fc.nat({ max: 5_000 })

/** Possible header values: no control characters, one byte per character. */
const headerValues = fc.oneof(
  fc.constantFrom(...hostileTexts.filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text))),
  fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,60}$/),
  fc.constantFrom(
    ...['Bearer', 'Bearer  x', `Bearer ${'x'.repeat(201)}`, 'bearer x'],
    ...['zh;q=x', 'zh-CN;q=1e9', '*;q=0'],
  ),
  fc.constantFrom('application/json', 'application/json; charset=utf-16', 'application/json;;', 'text/plain'),
  fc.constantFrom(
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/x-www-form-urlencoded',
  ),
  fc.constantFrom('localhost:99999', '[::1', 'a b', 'a/b@c', '127.0.0.1', 'gzip', '0', '99999999'),
)
const headerNames = fc.constantFrom(
  ...['token', 'accept-language', 'idempotency-key', 'content-type', 'content-length', 'content-encoding'],
  ...['host', 'x-site-id', 'x-signature', 'x-timestamp', 'sandbox-signature', 'x-forwarded-for', 'accept'],
)

const payloadBytes = fc.constantFrom(
  ...['', '{', '}', '"', '\\', ',', 'null', '[]', '"a"', '0', '-', '{"a":1}', '{"__proto__":{"a":1}}'],
  ...['\\u0000', '"__proto__":1,', '"constructor":{"prototype":1},', '\\ud800'],
  ...['\x00', '\xff\xfe', '\xef\xbb\xbf', '\xc0\xaf'],
  ...['[', '{"a":'].map((open) => open.repeat(10_000)),
  ...['9'.repeat(400), '\r\n\r\n', '--handsfree-boundary\r\n', '--handsfree-boundary--', 'x'.repeat(70_000)],
)

const mutationOf = ({ params, query, method, bodyKind }: CallShape): fc.Arbitrary<Mutation> => {
  const isPost = method === 'POST'
  const body = fc.record({
    part: fc.constant('body' as const),
    op: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'repeat', 'wrap'),
    at,
    name: names,
    value: values,
  })
  const spliced = fc.record({
    part: fc.constant('body' as const),
    op: fc.constant('splice' as const),
    at,
    name: fc.constant(''),
    value: splinters,
  })
  const payload = fc.record({
    part: fc.constant('payload' as const),
    op: fc.constantFrom('cut', 'flip', 'insert', 'insert', 'whole'),
    at,
    bytes: payloadBytes,
  })
  return fc.oneof(
    { weight: isPost && bodyKind !== 'image' ? 8 : 0, arbitrary: body },
    { weight: isPost && bodyKind !== 'image' ? 6 : 0, arbitrary: spliced },
    { weight: isPost ? (bodyKind === 'image' ? 10 : 2) : 0, arbitrary: payload },
    {
      weight: params ? 3 : 0,
      arbitrary: fc.record({ part: fc.constant('params'), at, value: texts, isEncoded: fc.boolean() }),
    },
    {
      weight: query ? 10 : 1,
      arbitrary: fc.record({
        part: fc.constant('query'),
        op: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add'),
        at,
        name: names,
        value: texts,
      }),
    },
    {
      weight: query ? 6 : 0,
      arbitrary: fc.record({
        part: fc.constant('query'),
        op: fc.constant('splice'),
        at,
        name: fc.constant(''),
        value: splinters,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        part: fc.constant('header'),
        name: headerNames,
        value: fc.option(headerValues, { freq: 9 }),
      }),
    },
  )
}

/** Mutations that apply to a call, usually one, at most three. A single one reaches the deepest code. */
export const mutationsOf = (shape: CallShape): fc.Arbitrary<Mutation[]> => {
  const one = mutationOf(shape)
  return fc.oneof(
    { weight: 3, arbitrary: one.map((mutation) => [mutation]) },
    { weight: 1, arbitrary: fc.array(one, { minLength: 2, maxLength: 3 }) },
  )
}

type Slot = { holder: Record<string, unknown>; key: string }
const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** All positions in a JSON value, starting with the whole. The depth is that of our deepest body. */
function slotsOf(holder: Record<string, unknown>, depth = 0): Slot[] {
  if (depth > 6) return []
  return Object.entries(holder)
    .slice(0, 30)
    .flatMap(([key, value]) => [{ holder, key }, ...(isHolder(value) ? slotsOf(value, depth + 1) : [])])
}

/** Inserts a string at a position, modulo the length. */
const splice = (text: string, place: number, splinter: string) => {
  const index = place % (text.length + 1)
  return text.slice(0, index) + splinter + text.slice(index)
}

/** Sets an own property like `JSON.parse`, including `__proto__`. */
const setOwn = (holder: Record<string, unknown>, key: string, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })

function mutateBody(body: unknown, { op, at: place, name, ...given }: Mutation & { part: 'body' }): unknown {
  // Each example needs a copy, since the next mutation may change its inside.
  const value = structuredClone(given.value)
  const root: Record<string, unknown> = { body }
  const slots = slotsOf(root)
  const { holder, key } = slots[place % slots.length]!
  const here = holder[key]
  if (op === 'replace') setOwn(holder, key, value)
  if (op === 'splice') {
    const inTexts = slots.filter((slot) => typeof slot.holder[slot.key] === 'string')
    const slot = inTexts[place % Math.max(1, inTexts.length)]
    if (slot) setOwn(slot.holder, slot.key, splice(String(slot.holder[slot.key]), place, String(value)))
  }
  if (op === 'remove') delete holder[key]
  if (op === 'wrap') setOwn(holder, key, [here])
  if (op === 'add' && isHolder(here)) setOwn(here, name, value)
  if (op === 'repeat')
    setOwn(holder, key, Array.isArray(here) ? [...here, ...here, ...here] : `${here}${here}`)
  return root.body
}

function mutateBytes(
  bytes: Buffer,
  { op, at: place, bytes: inserted }: Mutation & { part: 'payload' },
): Buffer {
  const index = place % (bytes.length + 1)
  const extra = Buffer.from(inserted, 'latin1')
  if (op === 'whole') return extra
  if (op === 'cut') return bytes.subarray(0, index)
  if (op === 'insert') return Buffer.concat([bytes.subarray(0, index), extra, bytes.subarray(index)])
  return Buffer.from(bytes.map((byte, position) => (position === index ? byte ^ (1 << (place % 8)) : byte)))
}

type Query = [string, string][]
function mutateQuery(query: Query, { op, at: place, name, value }: Mutation & { part: 'query' }): Query {
  const index = place % Math.max(1, query.length)
  if (op === 'add' || query.length === 0) return [...query, [name, value]]
  if (op === 'remove') return query.filter((_, position) => position !== index)
  return query.map(([key, old], position) => {
    if (position !== index) return [key, old]
    return [key, op === 'splice' ? splice(old, place, value) : value]
  })
}

const isJson = (type: string) => type === 'application/json'

/** URLs can't contain lone surrogates. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** Mutates a valid request: first its content, then its bytes (signed afterwards, if signed), then its headers. */
export function mutate(shape: CallShape, sample: Sample, token: string | null, mutations: Mutation[]): Sent {
  const { raw } = sample
  let body: unknown =
    raw && isJson(raw.type) ? JSON.parse(raw.content.toString()) : structuredClone(sample.body)
  let segments = Object.entries(sample.params ?? {})
  let query: Query = Object.entries(sample.query ?? {}).flatMap(
    ([name, value]): Query =>
      typeof value === 'string' ? [[name, value]] : value.map((one) => [`${name}[]`, one]),
  )
  for (const mutation of mutations) {
    if (mutation.part === 'body') body = mutateBody(body, mutation)
    if (mutation.part === 'query') query = mutateQuery(query, mutation)
    if (mutation.part !== 'params') continue
    const { at: place, value, isEncoded } = mutation
    const text = isEncoded ? encodeURIComponent(wellFormed(value)) : value
    segments = segments.map(([name, old], index) => [name, index === place % segments.length ? text : old])
  }
  const text = JSON.stringify(body)
  let content = raw && !isJson(raw.type) ? raw.content : text === undefined ? null : Buffer.from(text)
  for (const mutation of mutations) {
    if (mutation.part === 'payload') content = mutateBytes(content ?? Buffer.alloc(0), mutation)
  }
  const { body: _body, raw: _raw, ...rest } = sample
  const sent = toSent(
    shape,
    { ...rest, ...(content ? { raw: { type: 'application/json', ...raw, content } } : {}) },
    token,
  )
  const path = segments.reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, () => value),
    shape.path as string,
  )
  const search = new URLSearchParams(query)
  sent.url = `/api${path}${search.size > 0 ? `?${search}` : ''}`
  for (const mutation of mutations) {
    if (mutation.part !== 'header') continue
    if (mutation.value === null) delete sent.headers[mutation.name]
    else sent.headers[mutation.name] = mutation.value
  }
  return sent
}
