import {
  countOngoingOrders,
  countUnread,
  demoToken,
  getOrder,
  listNotifications,
  listOrders,
  operatorCountOrders,
  operatorListOrders,
  operatorViews,
  unreadTypes,
} from '@handsfree/core/api'
import { serverJobs } from '../../../server/jobs/server-jobs.ts'
import { issueToken } from '../../../server/users/tokens.ts'
import type { TestServer } from '../../server/harness.ts'
import { onStatement } from '../../server/statements.ts'
import { operatorToken } from '../../server/trip.ts'
import { callWith, median, prepareCreations } from './creating.ts'

/** Of one call: its statements, this process's milliseconds, and milliseconds until it is done. Medians. */
export type Cost = { what: string; statements: number; cpu: number; time: number }

const times = 25

async function costOf(what: string, work: () => Promise<unknown>): Promise<Cost> {
  for (let warm = 0; warm < 8; warm += 1) await work()
  let statements = 0
  const stop = onStatement(() => {
    statements += 1
  })
  await work()
  await new Promise((resolve) => setTimeout(resolve, 20))
  stop()
  const took: number[] = []
  const cpu = process.cpuUsage()
  for (let index = 0; index < times; index += 1) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(cpu)
  return { what, statements, cpu: (user + system) / 1_000 / times, time: median(took) }
}

/** What each call costs on a server that `fillOrders` has filled. */
export async function measureCalls(server: TestServer): Promise<Cost[]> {
  const { services, app, call } = server
  const token = await services.db.transaction((tx) => issueToken(tx, 'traveller-7', services.now()))
  const courier = demoToken('courier-0731')
  const site = demoToken('site-hongqiao-railway-station')
  const types = unreadTypes.map(String)
  const orderId = (await call(listOrders, { token })).result.list[0]?.orderId ?? ''
  const creations = await prepareCreations(server, 2 * times)
  const create = callWith(server)
  const calls: [string, () => Promise<unknown>][] = [
    ['create an order', () => create(creations.pop()!)],
    ['a traveller’s list', () => call(listOrders, { token })],
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
    ['a courier’s list', () => call(operatorListOrders, { token: courier })],
    [
      'a courier’s counts',
      () => call(operatorCountOrders, { query: { audience: 'courier' }, token: courier }),
    ],
    ['a site’s list', () => call(operatorListOrders, { token: site })],
    ['a site’s counts', () => call(operatorCountOrders, { query: { audience: 'site' }, token: site })],
    ...serverJobs(app, services)
      .filter(({ name }) => name !== 'sweep')
      .map(({ name, run }): [string, () => Promise<unknown>] => [`job without work: ${name}`, run]),
  ]
  const costs: Cost[] = []
  for (const [what, work] of calls) costs.push(await costOf(what, work))
  return costs
}
