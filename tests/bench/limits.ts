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

const rounds = 5
const orders = 160
const levels = [1, 8]
/** Calls of one address and account before the next one. */
const callsEach = 1_000

const postgres = await runPostgres()
testDatabases.postgresUrl = postgres.url
const server = await startServer({}, { listens: true })
try {
  const { db, keys, settings } = server.services
  const create = callWith(server)
  let statements = 0
  const share = shareCounts(db, keys)
  const within = (perAccount: number) => {
    const limits = createRequestLimits({
      settings: { demo: false, limits: { ...settings.limits, perAccount } },
      clock: systemClock,
      takeShared: (...given) => {
        statements += 1
        return share(...given)
      },
    })
    let calls = 0
    return async (creation: Creation) => {
      const turn = Math.floor(calls++ / callsEach)
      const account = perAccount === settings.limits.perAccount ? `account ${turn}` : creation.token
      const retryAfter =
        (await limits.countAddress(`203.0.113.${turn}`)) ?? (await limits.countAccount(hashToken(account)))
      if (retryAfter !== null) throw new Error('the limit was reached')
      await create(creation)
    }
  }
  const ways: [string, (creation: Creation) => Promise<void>][] = [
    ['default limits', within(settings.limits.perAccount)],
    // An account with a limit of 2 takes for each call.
    ['a statement for each order', within(2)],
  ]
  for (const work of [create, ...ways.map(([, work]) => work)])
    await measure(await prepareCreations(server, 500), 8, work)
  const rows: string[][] = []
  for (const clients of levels) {
    const ratios = ways.map((): { rate: number; cpu: number; statements: number }[] => [])
    for (let round = 0; round < rounds; round += 1) {
      const without = await measure(await prepareCreations(server, orders), clients, create)
      for (const [index, [, work]] of ways.entries()) {
        statements = 0
        const { rate, cpu } = await measure(await prepareCreations(server, orders), clients, work)
        ratios[index]!.push({
          rate: rate / without.rate,
          cpu: cpu / without.cpu,
          statements: statements / orders,
        })
      }
    }
    for (const [index, [name]] of ways.entries()) {
      const all = ratios[index]!
      rows.push([
        name,
        String(clients),
        `${median(all.map(({ rate }) => rate)).toFixed(2)}×`,
        `${median(all.map(({ cpu }) => cpu)).toFixed(2)}×`,
        (all.reduce((sum, one) => sum + one.statements, 0) / rounds).toFixed(3),
      ])
    }
  }
  const text = [
    `\`npm run bench -- limits\`, on ${machine()}. Creating an order with limits that instances share, against without limits: medians of ${rounds} rounds of ${orders} orders each, by turns. ${settings.limits.perAccount} requests a minute and account are the default, of which an instance takes a twentieth at once.`,
    table(
      ['limits', 'clients', 'orders a second', 'processor time of the instance', 'more statements an order'],
      rows,
    ),
    'Aim: 0.95× with the default limits.',
  ].join('\n\n')
  console.log(text)
  keepSection('Request limits', text)
} finally {
  await server.close()
  await postgres.stop()
}
