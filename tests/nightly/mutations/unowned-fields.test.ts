import {
  type CallShape,
  FeedbackContent,
  NotificationItem,
  Order,
  UserProfile,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../../server/api/openapi.ts'
import { startServer, type TestServer } from '../../server/harness.ts'
import { type RollbackServer, startRollbackServer } from '../../server/rollback-server.ts'
import {
  boundary,
  makeSampleData,
  type Sample,
  type SampleData,
  sampleOf,
  tokenFor,
  toSent,
} from '../../server/samples.ts'

let server: TestServer
let rollback: RollbackServer
let ada: SampleData
let untouched = ''
beforeAll(async () => {
  server = await startServer()
  ada = await makeSampleData(server)
  rollback = await startRollbackServer(server)
  untouched = await rollback.fingerprint()
})
afterAll(async () => {
  await rollback.close()
  await server.close()
})
afterEach(() => rollback.undo())

/** Fields that only the server sets, that belong to others, or that every object inherits. */
const unowned = [
  ...Object.keys(Order.entries),
  ...Object.keys(UserProfile.entries),
  'role',
  'isAdmin',
  'amount',
  'state',
  'courierId',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'constructor',
]

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Paths of all objects in a body. */
function nodesOf(value: unknown, path: string[] = []): string[][] {
  if (!isNode(value)) return []
  const inside = Object.entries(value).flatMap(([key, child]) => nodesOf(child, [...path, key]))
  return Array.isArray(value) ? inside : [path, ...inside]
}

/** Adds a field to the object at a path. */
function withField(body: unknown, path: string[], field: string): unknown {
  const copy: unknown = structuredClone(body)
  const node = path.reduce<unknown>((at, key) => (isNode(at) ? at[key] : undefined), copy)
  if (isNode(node)) node[field] = 'x'
  return copy
}

const refused = { status: 400, code: errorCodes.paramError, message: 'param error' }

async function ask(shape: CallShape, sample: Sample) {
  const { status, text } = await rollback.send(toSent(shape, sample, tokenFor(shape, ada)))
  const { code, message } = JSON.parse(text)
  return { status, code, message }
}

const writes = calls.filter(([, { method, bodyKind }]) => method === 'POST' && !bodyKind)

describe.each(writes)('%s', (name, shape) => {
  test('refuses every unknown field in every object of its body', async () => {
    const sample = { ...sampleOf(name, ada) }
    const body = sample.body ?? {}
    const accepted: string[] = []
    for (const path of nodesOf(body)) {
      const node = path.reduce<unknown>((at, key) => (isNode(at) ? at[key] : undefined), body)
      for (const field of unowned) {
        if (isNode(node) && Object.hasOwn(node, field)) continue
        // Clients may send the list's items back unchanged.
        if (path[0] === 'notificationList' && Object.hasOwn(NotificationItem.entries, field)) continue
        // Browsers add fields of their own.
        if (path[0] === 'passkey') continue
        const answer = await ask(shape, { ...sample, body: withField(body, path, field) })
        if (JSON.stringify(answer) !== JSON.stringify(refused)) accepted.push([...path, field].join('.'))
      }
    }
    expect(accepted).toEqual([])
    expect(await rollback.fingerprint()).toBe(untouched)
  })
})

test.each(calls.filter(([, { bodyKind }]) => !bodyKind))(
  'refuses unknown query parameters of %s',
  async (name, shape) => {
    const sample = sampleOf(name, ada)
    for (const field of ['uin', 'token', 'locale', 'toString', 'orderId[]'])
      expect(await ask(shape, { ...sample, query: { ...sample.query, [field]: 'x' } })).toEqual(refused)
    expect(await rollback.fingerprint()).toBe(untouched)
  },
)

test('refuses unknown fields in the JSON of a feedback', async () => {
  const [name, shape] = calls.find(([call]) => call === 'sendFeedback')!
  for (const field of unowned) {
    const content = { text: 'Kind courier', images: [], [field]: 'x' }
    expect(Object.hasOwn(FeedbackContent.entries, field)).toBe(false)
    const body = { type: 0, content: JSON.stringify(content) }
    expect([field, await ask(shape, { ...sampleOf(name, ada), body })]).toEqual([field, refused])
  }
})

test.each(calls.filter(([, { bodyKind }]) => bodyKind === 'image'))(
  'accepts one part named file in %s, and no other fields',
  async (name, shape) => {
    const sample = sampleOf(name, ada)
    const field = `--${boundary}\r\ncontent-disposition: form-data; name="uin"\r\n\r\n${ada.traveller.uin}\r\n`
    const { content, type } = sample.raw!
    const withFields = { content: Buffer.concat([Buffer.from(field), content]), type }
    expect(await ask(shape, { ...sample, raw: withFields })).toMatchObject({
      status: 400,
      code: errorCodes.paramError,
    })
    expect(await rollback.fingerprint()).toBe(untouched)
  },
)
