/**
 * Measures sizes and speed on this machine, prints them and stores them in docs/figures.md. Writes the modules of
 * home's first load to `tests/unit/web/first-load.json`, the size test's baseline.
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { BuiltServer } from '../../tools/built-server.ts'
import { firstLoadModules, readWebBuild } from '../unit/web/first-load.ts'
import { keepSection, table } from './keep-section.ts'
import { measurePlacement } from './placement.ts'
import { measureRoutes } from './routes.ts'
import { type Latency, measureServer } from './server.ts'
import { type Traffic, totalOf } from './traffic.ts'
import { measureVisits } from './visits.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const kib = (bytes: number) => `${(bytes / 1_024).toFixed(1)} KiB`
const ms = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`
const latency = ({ p50, p99, count }: Latency) => `p50 ${ms(p50)}, p99 ${ms(p99)} (${count} requests)`
const byKind = ({ down }: Traffic) =>
  Object.entries(down)
    .filter(([, bytes]) => bytes > 0)
    .map(([kind, bytes]) => `${kind} ${kib(bytes)}`)
    .join(', ')

const server = await BuiltServer.start()
const { firstLoad, journey } = await measureVisits(server.url).finally(() => server.discard())
const events = await measurePlacement()
const { qrSite, createOrder } = await measureServer()
const routes = await measureRoutes()

const rows = [
  ['First load of `/` for a visitor, Brotli', `**${kib(totalOf(firstLoad))}**: ${byKind(firstLoad)}`],
  [
    'A whole order, from home to its live page',
    `${kib(totalOf(journey))} down in ${journey.requests} requests, ${kib(journey.up)} up with three photos`,
  ],
  ['Events through the placement machine', `${events.toLocaleString('en-US')} a second`],
  ['`GET /sites/qr/{qrId}`', latency(qrSite)],
  ['`POST /orders`', latency(createOrder)],
]
const text = [
  table(['what', 'measured'], rows),
  `\`npm run bench\`, on ${availableParallelism()} cores with Node ${process.versions.node.split('.')[0]}; the server on PGlite, asked over HTTP on the same machine.`,
  table(
    ['route', 'own code and styles, Brotli', 'with shared pieces, beyond every page’s frame'],
    routes.map(({ path, own, withShared }) => [`\`${path}\``, kib(own), kib(withShared)]),
  ),
].join('\n\n')

console.log(text)
keepSection('Sizes and calls', text)
writeFileSync(
  `${root}tests/unit/web/first-load.json`,
  `${JSON.stringify(firstLoadModules(await readWebBuild()), null, 2)}\n`,
)
