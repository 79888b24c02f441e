/**
 * `npm run bench -- instances` measures the load that one instance handles on one core, and two on a core each.
 * PostgreSQL and the client run on the same machine. Writes docs/figures.md. Needs Linux (`taskset`, `/proc`).
 */
import { readFileSync } from 'node:fs'
import { requireBuilt } from '../../tools/builds.ts'
import { freePort, ManagedProcess } from '../../tools/built-server.ts'
import { newDataFolder } from '../../tools/data-folder.ts'
import { newTraveller, placePaidOrder, type Traveller } from '../e2e/backend.ts'
import { runPostgres } from '../server/run-postgres.ts'
import { keepSection, machine, table } from './keep-section.ts'

const clients = 16
const rounds = 3
const roundMs = 4_000

type Instance = ManagedProcess & { url: string }

async function startInstance(core: number, env: Record<string, string>): Promise<Instance> {
  requireBuilt('server', 'web')
  const port = await freePort()
  const url = `http://localhost:${port}`
  const instance = new ManagedProcess({
    health: `${url}/ready`,
    program: 'taskset',
    args: ['--cpu-list', String(core), process.execPath, 'server/dist/main.js'],
    env: { ...env, PORT: String(port) },
  })
  await instance.start()
  return Object.assign(instance, { url })
}

/** CPU time of a process in milliseconds; a tick is 10 ms. */
const cpuOf = ({ pid }: ManagedProcess): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

type Call = { name: string; path: string; init: RequestInit }
type Load = { count: number; ms: number; cpu: number }

/** Repeats one call for `roundMs`, with clients spread over the instances. Throws for a status other than 200. */
async function load(instances: readonly Instance[], { path, init }: Call): Promise<Load> {
  const cpuBefore = instances.reduce((sum, instance) => sum + cpuOf(instance), 0)
  const began = performance.now()
  let count = 0
  const send = async (index: number) => {
    const { url } = instances[index % instances.length] as Instance
    while (performance.now() - began < roundMs) {
      const response = await fetch(`${url}/api${path}`, init)
      await response.text()
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      count++
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => send(index)))
  const cpu = instances.reduce((sum, instance) => sum + cpuOf(instance), 0) - cpuBefore
  return { count, ms: performance.now() - began, cpu }
}

const callsOf = ({ api }: Traveller, orderId: string): Call[] => {
  const headers = api.headers()
  const delivery = { kind: 'site', siteId: 'hongqiao-railway-station' }
  const facts = { qrId: 'demo-hotel-desk', delivery, pieces: 2, declaredValue: 0 }
  return [
    { name: 'place of a QR code', path: '/sites/qr/demo-hotel-desk', init: { headers } },
    { name: 'an order', path: `/orders/${orderId}`, init: { headers } },
    { name: 'a page of orders', path: '/orders/page', init: { headers } },
    {
      name: 'a quote (writes)',
      path: '/orders/quote',
      init: {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(facts),
      },
    },
  ]
}

const sum = (loads: readonly Load[]): Load => ({
  count: loads.reduce((all, { count }) => all + count, 0),
  ms: loads.reduce((all, { ms }) => all + ms, 0),
  cpu: loads.reduce((all, { cpu }) => all + cpu, 0),
})

const postgres = await runPostgres()
const instances: Instance[] = []
try {
  const env = {
    NODE_ENV: '',
    DATABASE_URL: postgres.url,
    HANDSFREE_DATA: newDataFolder(),
    HANDSFREE_SECRET: 'kV7eQ2mZ9dXw4LrT1sYb6HcN8fJp3GuA',
    HANDSFREE_AUTOPILOT: 'off',
    LIMIT_ADDRESS: '0',
    LIMIT_ACCOUNT: '0',
  }
  instances.push(await startInstance(0, env), await startInstance(1, env))
  const ada = await newTraveller(instances[0]?.url ?? '')
  const { orderId } = await placePaidOrder(ada)
  const rows: string[][] = []
  for (const call of callsOf(ada, orderId)) {
    await load(instances, call)
    const one: Load[] = []
    const two: Load[] = []
    // Alternates, so that noise affects both.
    for (let round = 0; round < rounds; round++) {
      one.push(await load(instances.slice(0, 1), call))
      two.push(await load(instances, call))
    }
    const [alone, both] = [sum(one), sum(two)]
    const rate = ({ count, ms }: Load) => (count / ms) * 1_000
    rows.push([
      call.name,
      `${Math.round(rate(alone))}`,
      `${(alone.cpu / alone.count).toFixed(2)} ms`,
      `${Math.round(alone.count / (alone.cpu / 1_000))}`,
      `${Math.round(rate(both))}`,
      `${(rate(both) / rate(alone)).toFixed(2)}×`,
    ])
    console.log(rows.at(-1)?.join(' | '))
  }
  keepSection(
    'Instances',
    [
      `\`npm run bench -- instances\`: ${machine()}; ${clients} clients, ${rounds} rounds of ${roundMs / 1_000} s by turns. The client and PostgreSQL share the two cores with the instances, so what a core carries is counted from the instance’s own processor time, and two cannot do twice as much here.`,
      table(
        ['call', 'one, a second', 'its processor', 'a core of its own, a second', 'two, a second', 'ratio'],
        rows,
      ),
    ].join('\n\n'),
  )
} finally {
  for (const instance of instances) await instance.end('SIGKILL')
  await postgres.stop()
}
