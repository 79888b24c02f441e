/**
 * `npm run bench -- limits` measures what request limits in PostgreSQL cost on creating an order, against the same call
 * without limits. Writes docs/figures.md.
 */
import { systemClock } from '../../server/runtime/clock.ts'
import { shareCounts } from '../../server/runtime/http/request-counts.ts'
import { createRequestLimits } from '../../server/runtime/http/request-limits.ts'
import { hashToken } from '../../server/runtime/random.ts'
import { startServer } from '../server/harness.ts'
import { runPostgres } from '../server/run-postgres.ts'
import { testDatabases } from '../server/test-databases.ts'
import { keepSection, machine, table } from './keep-section.ts'
import { type Creation, callWith, measure, median, prepareCreations } from './scale/creating.ts'

const rounds = 9
const orders = 240
const levels = [1, 8, 32]
/** Requests per address before the next one, below the limit. */
const requestsPerAddress = 5_000

const postgres = await runPostgres()
testDatabases.postgresUrl = postgres.url
const server = await startServer({}, { listens: true })
try {
  const { db, keys, settings } = server.services
  let statements = 0
  const share = shareCounts(db, keys)
  const limits = createRequestLimits({
    // Each order's account takes from the database once, like a whole trip's 60 requests at the default limit.
    settings: { demo: false, limits: { perAddress: 6_000, perAccount: 2 } },
    clock: systemClock,
    takeShared: (...given) => {
      statements += 1
      return share(...given)
    },
  })
  const create = callWith(server)
  let requests = 0
  const createWithin = async (creation: Creation) => {
    const address = `203.0.113.${Math.floor(requests++ / requestsPerAddress)}`
    const retryAfter =
      (await limits.countAddress(address)) ?? (await limits.countAccount(hashToken(creation.token)))
    if (retryAfter !== null) throw new Error('the limit was reached')
    await create(creation)
  }
  for (const work of [create, createWithin]) await measure(await prepareCreations(server, 1_000), 8, work)
  const rows: string[][] = []
  for (const clients of levels) {
    const ratios: { rate: number; cpu: number }[] = []
    statements = 0
    for (let round = 0; round < rounds; round += 1) {
      const works = round % 2 === 0 ? [create, createWithin] : [createWithin, create]
      const speeds = new Map<typeof create, Awaited<ReturnType<typeof measure>>>()
      for (const work of works) {
        speeds.set(work, await measure(await prepareCreations(server, orders), clients, work))
      }
      const [without, within] = [speeds.get(create)!, speeds.get(createWithin)!]
      ratios.push({ rate: within.rate / without.rate, cpu: within.cpu / without.cpu })
    }
    const middle = (name: 'rate' | 'cpu') => median(ratios.map((one) => one[name]))
    rows.push([
      String(clients),
      `${middle('rate').toFixed(2)}×`,
      `${middle('cpu').toFixed(2)}×`,
      (statements / rounds / orders).toFixed(2),
    ])
  }
  const text = [
    `\`npm run bench -- limits\`, on ${machine()}. Creating an order with limits that instances share, against without limits: medians of ${rounds} rounds of ${orders} orders each, by turns. ${settings.limits.perAccount} requests a minute and account are the default, of which an instance takes a twentieth at once; here each order takes once, like a trip’s 60 requests.`,
    table(['clients', 'orders a second', 'processor time of the instance', 'more statements an order'], rows),
    'Aim: 0.95×.',
  ].join('\n\n')
  console.log(text)
  keepSection('Request limits', text)
} finally {
  await server.close()
  await postgres.stop()
}
