/**
 * `npm run bench -- scale` measures calls and jobs with 1,000 to 100,000 orders (1,000,000 with `--million`). It
 * compares creating orders with the bare transaction, on its own PostgreSQL. A whole run writes docs/figures.md;
 * `--only creating` or `--only calls`, and `--sizes 1000,100000`, shorten it.
 */
import { parseArgs } from 'node:util'
import { fillOrders } from '../../server/fill-orders.ts'
import { startServer, type TestServer } from '../../server/harness.ts'
import { runPostgres } from '../../server/run-postgres.ts'
import { testDatabases } from '../../server/test-databases.ts'
import { keepSection, machine, table } from '../keep-section.ts'
import { measureCalls } from './calls.ts'
import { measureCreating, type Speed } from './creating.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    million: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    sizes: { type: 'string' },
  },
})

const allSizes = [1_000, 10_000, 100_000, ...(values.million ? [1_000_000] : [])]
const sizes = values.sizes?.split(',').map(Number) ?? allSizes
const ms = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`

const postgres = await runPostgres()
testDatabases.postgresUrl = postgres.url
const servers: TestServer[] = []
try {
  let creatingText = ''
  for (const size of sizes) {
    const server = await startServer({}, { listens: true })
    servers.push(server)
    await fillOrders(server, size)
    // A running server's autovacuum would have done this.
    await server.services.db.execute('vacuum')
    await server.services.db.execute('checkpoint')
    process.stderr.write(`${size.toLocaleString('en-US')} orders filled\n`)
  }
  const measured = values.only === 'creating' ? [] : await measureCalls(servers)
  const costs = new Map(measured.map((cost, index) => [sizes[index] ?? 0, cost]))
  // Runs last, because it leaves thousands of open orders.
  const server = servers[sizes.indexOf(100_000)]
  if (values.only !== 'calls' && server) {
    const { statements, creating } = await measureCreating(server, { rounds: Number(values.rounds) })
    const speed = ({ rate, cpu }: Speed) => `${Math.round(rate)} a second, ${cpu.toFixed(2)} ms`
    creatingText = [
      `Creating orders, the whole call without a socket in ${statements} statements, beside the bare transaction: the same rows by prepared statements, on the same database, with as many connections, by turns. Beside the rate, the process’s own time for each.`,
      table(
        ['clients', 'call', 'bare transaction', 'ratio'],
        creating.map(({ clients, call, bare, ratio }) => [
          String(clients),
          speed(call),
          speed(bare),
          `${ratio.toFixed(2)}×`,
        ]),
      ),
    ].join('\n\n')
    console.log(creatingText)
  }
  const [first] = costs.values()
  const rows = (first ?? []).map(({ what, statements, time: least }, index) => [
    what,
    String(statements),
    ...[...costs.values()].map((all) => {
      const { time, cpu } = all[index] ?? { time: 0, cpu: 0 }
      return `${ms(time)}, ${ms(cpu)}${all === first ? '' : `, ${(time / least).toFixed(1)}×`}`
    }),
  ])
  const callsText = [
    'Milliseconds until the answer, of them the process’s own, and the ratio to a thousand orders. One call at a time, without a socket, medians of 41, the sizes by turns. Five of a thousand orders are open, ten belong to a traveller (thirty to one), one in twenty to the courier, one in a hundred to the site.',
    table(
      ['call', 'statements', ...[...costs.keys()].map((size) => `${size.toLocaleString('en-US')} orders`)],
      rows,
    ),
  ].join('\n\n')
  if (values.only !== 'creating') console.log(callsText)
  if (!values.only && !values.sizes) {
    keepSection(
      'Server',
      `\`npm run bench -- scale${values.million ? ' --million' : ''}\`, on ${machine()}.\n\n${callsText}\n\n${creatingText}`,
    )
  }
} finally {
  for (const server of servers) await server.close()
  await postgres.stop()
}
