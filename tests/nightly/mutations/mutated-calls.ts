import type { CallShape } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { startServer, type TestServer } from '../../server/harness.ts'
import { type Reply, type RollbackServer, startRollbackServer } from '../../server/rollback-server.ts'
import { makeSampleData, type SampleData, type Sent, sampleOf, tokenFor } from '../../server/samples.ts'
import { type Mutation, mutate, mutationsOf } from './mutations.ts'

/**
 * Another seed generates other examples: `HANDSFREE_TEST_SEED=7 npm run test:rest`. A failure prints its seed and
 * path.
 */
export const seed = Number(process.env.HANDSFREE_TEST_SEED ?? 20_261_121)
/** Examples per test of `npm run test:rest`; fewer in CI. */
export const examples = Number(process.env.HANDSFREE_TEST_EXAMPLES ?? 500)

/** These hash passwords, about 0.2 s each. */
const slowCalls = new Set([
  'acceptInvitation',
  'setCrewPassword',
  'setCrewPin',
  'signInEmployee',
  'unlockTablet',
])
const examplesOf = (name: string) => (slowCalls.has(name) ? Math.ceil(examples / 8) : examples)

const knownCodes = new Set<number>(Object.values(errorCodes))
const isGeneral = (code: number) => code === 0 || (code >= 1000 && code <= 1015)

/** Returns the fault of a response, or null if it is an envelope with one of the call's codes. */
function faultOf({ status, text }: Reply, shape: CallShape, mutations: Mutation[]): string | null {
  if (status >= 500) return `status ${status}`
  const envelope: unknown = JSON.parse(text)
  if (typeof envelope !== 'object' || envelope === null) return 'no envelope'
  if (Object.keys(envelope).join() !== 'code,message,result') return 'unexpected envelope keys'
  const { code, message } = envelope as { code: unknown; message: unknown }
  if (typeof message !== 'string' || message.length === 0 || message.length > 100)
    return 'message empty or too long'
  if (typeof code !== 'number' || !knownCodes.has(code)) return `code ${code} is not in the table`
  if ((code === 0) !== (status === 200)) return `status ${status} with code ${code}`
  // Another path may be another call with other codes.
  const isSameCall = !mutations.some(({ part }) => part === 'params')
  if (isSameCall && !isGeneral(code) && !shape.errors?.includes(code))
    return `code ${code} is not declared by the call`
  return null
}

/** Refused because of its format or token, before any write. */
const isRejectedEarly = ({ text }: Reply) => /^\{"code":(1000|1008|1009|1010|1015),/.test(text)

/** Whether the path is still below `/api/` after resolving its `..` segments. */
const isCall = ({ url }: Sent) => new URL(url, 'http://localhost').pathname.startsWith('/api/')

/** Tests each call with generated mutations. Every example starts with the same rows. */
export function testMutated(calls: readonly [string, CallShape][]): void {
  let server: TestServer
  let rollback: RollbackServer
  let ada: SampleData
  const log: string[] = []
  beforeAll(async () => {
    server = await startServer()
    ada = await makeSampleData(server)
    rollback = await startRollbackServer(server, { logger: { write: (line) => log.push(line) } })
  })
  afterAll(async () => {
    await rollback.close()
    await server.close()
  })

  test.each(calls)(
    'answers every mutation of %s with one of its codes',
    async (name, shape) => {
      const sample = sampleOf(name, ada)
      const token = tokenFor(shape, ada)
      const example = fc.asyncProperty(mutationsOf(shape), async (mutations) => {
        const sent = mutate(shape, sample, token, mutations)
        fc.pre(isCall(sent))
        log.length = 0
        const reply = await rollback.send(sent)
        if (!isRejectedEarly(reply)) await rollback.undo()
        const fault = faultOf(reply, shape, mutations)
        if (!fault) return
        const request = JSON.stringify({ ...sent, payload: sent.payload?.toString() }).slice(0, 2_000)
        throw new Error([fault, request, reply.text.slice(0, 500), ...log].join('\n'))
      })
      await fc.assert(example, { seed, numRuns: examplesOf(name) })
    },
    180_000,
  )
}
