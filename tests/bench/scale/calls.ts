import { demoToken } from '@handsfree/core/api'
import {
  countOngoingOrders,
  countUnread,
  courierViews,
  getOrder,
  listNotifications,
  listOrders,
  operatorCountOrders,
  operatorListOrders,
  operatorViews,
  siteViews,
  unreadTypes,
} from '@handsfree/core/contract'
import { issueToken } from '../../../server/domain/users/tokens.ts'
import { serverJobs } from '../../../server/flows/server-jobs.ts'
import type { TestServer } from '../../server/harness.ts'
import { onStatement } from '../../server/statements.ts'
import { operatorToken } from '../../server/trip.ts'
import { callWith, median, prepareCreations } from './creating.ts'

/** Medians of one call: its statements, this process's CPU time, and its duration, in milliseconds. */
export type Cost = { what: string; statements: number; cpu: number; time: number }

const times = 41
/** The JIT compiles a call's code during its first dozens of runs, which take three times as long. */
const warmTimes = 80

const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
  let statements = 0
  const stop = onStatement(() => {
    statements += 1
  })
  await work()
  await new Promise((resolve) => setTimeout(resolve, 20))
  stop()
  return statements
}

/** Measures the same work on several servers in turn, so that noise affects all of them. */
async function costsOf(what: string, works: (() => Promise<unknown>)[]): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const work of works) {
    for (let warm = 0; warm < warmTimes; warm += 1) await work()
    costs.push({ what, statements: await statementsOf(work), cpu: 0, time: 0 })
  }
  const took = works.map(() => ({ cpu: [] as number[], time: [] as number[] }))
  for (let index = 0; index < times; index += 1) {
    for (const [place, work] of works.entries()) {
      const cpu = process.cpuUsage()
      const began = performance.now()
      await work()
      const { user, system } = process.cpuUsage(cpu)
      took[place]!.time.push(performance.now() - began)
      took[place]!.cpu.push((user + system) / 1_000)
    }
  }
  return costs.map((cost, place) => ({
    ...cost,
    cpu: median(took[place]!.cpu),
    time: median(took[place]!.time),
  }))
}

/** Cost of each call on each server, filled by `fillOrders`. */
export async function measureCalls(servers: TestServer[]): Promise<Cost[][]> {
  const calls: [string, () => Promise<unknown>][][] = []
  for (const server of servers) calls.push(await callsOf(server))
  const costs: Cost[][] = servers.map(() => [])
  for (const [index, [what]] of calls[0]!.entries()) {
    const found = await costsOf(
      what,
      calls.map((all) => all[index]![1]),
    )
    for (const [place, cost] of found.entries()) costs[place]!.push(cost)
  }
  return costs
}

/** The measured calls and jobs. */
async function callsOf(server: TestServer): Promise<[string, () => Promise<unknown>][]> {
  const { services, app, call } = server
  const token = await services.db.transaction((tx) => issueToken(tx, services, 'traveller-7'))
  const frequent = await services.db.transaction((tx) => issueToken(tx, services, 'traveller-20'))
  const courier = demoToken('courier-0731')
  const site = demoToken('site-hongqiao-railway-station')
  const types = unreadTypes.map(String)
  const orderId = (await call(listOrders, { token })).result.list[0]?.orderId ?? ''
  const creations = await prepareCreations(server, warmTimes + 1 + times)
  const create = callWith(server)
  return [
    ['create an order', () => create(creations.pop()!)],
    ['a traveller’s list: ten orders', () => call(listOrders, { token })],
    ['a traveller’s list: a page of twenty', () => call(listOrders, { token: frequent })],
    ['a traveller’s count of open orders', () => call(countOngoingOrders, { token })],
    ['read an order', () => call(getOrder, { params: { orderId }, token })],
    ['a traveller’s notifications', () => call(listNotifications, { token })],
    ['unread notifications', () => call(countUnread, { query: { types }, token })],
    ['an operator’s list: open work', () => call(operatorListOrders, { token: operatorToken })],
    [
      'an operator’s list: completed',
      () =>
        call(operatorListOrders, { query: { view: String(operatorViews.complete) }, token: operatorToken }),
    ],
    [
      'an operator’s counts',
      () => call(operatorCountOrders, { query: { audience: 'operator' }, token: operatorToken }),
    ],
    ['a courier’s list: open work', () => call(operatorListOrders, { token: courier })],
    [
      'a courier’s list: all',
      () => call(operatorListOrders, { query: { view: String(courierViews.all) }, token: courier }),
    ],
    [
      'a courier’s counts',
      () => call(operatorCountOrders, { query: { audience: 'courier' }, token: courier }),
    ],
    ['a site’s list: open work', () => call(operatorListOrders, { token: site })],
    [
      'a site’s list: all',
      () => call(operatorListOrders, { query: { view: String(siteViews.all) }, token: site }),
    ],
    ['a site’s counts', () => call(operatorCountOrders, { query: { audience: 'site' }, token: site })],
    ...serverJobs(app, services)
      .filter(({ name }) => name !== 'sweep')
      .map(({ name, run }): [string, () => Promise<unknown>] => [`job without work: ${name}`, run]),
  ]
}
