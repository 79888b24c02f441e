import {
  closeSiteToday,
  getSite,
  getSiteDay,
  operatorListCatalogueLog,
  operatorReview,
  reopenSiteToday,
} from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { operatorActions } from '../operating.ts'
import { draftOf, operatorToken } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const server = useServer()
const ada = useTraveller(server)
const { run, readFull } = operatorActions(server)

const siteId = 'lakeside-garden-hotel'
const ownToken = `demo-site-${siteId}-token`
const otherToken = 'demo-site-pudong-airport-t2-token'
const params = { siteId }
const read = async (token = ownToken) => server.call(getSiteDay, { params, token })
const close = (token = ownToken, reason = 'Water in the cellar') =>
  server.call(closeSiteToday, { params, body: { reason }, token })

test('closes a site for today, reports its orders, and opens it again', async () => {
  const order = await ada.paidOrder()
  await run(order, operatorReview, { result: 'pass' })
  expect((await read()).result).toMatchObject({ isClosed: false, reason: null, orders: [] })
  server.clock.set('2026-11-22T09:00:00+08:00')
  const { orderId, orderNumber, pickupTime, pieces } = order
  expect((await read()).result.orders).toEqual([
    { orderId, orderNumber, task: 'pickup', time: pickupTime, pieces },
  ])
  expect([(await read(otherToken)).code, (await close(otherToken)).code]).toEqual([3002, 3002])
  expect((await close(ownToken, ' ')).code).toBe(1008)

  const closed = await close()
  expect(closed.result).toMatchObject({ isClosed: true, reason: 'Water in the cellar' })
  expect((await readFull(order)).exception).toMatchObject({
    kind: 'siteClosed',
    reason: 'Water in the cellar',
  })
  expect((await ada.notifications()).map(({ content }) => content)).toContainEqual(
    expect.objectContaining({ orderId, change: 'courierReported', report: 'siteClosed' }),
  )
  const site = await server.call(getSite, { params })
  expect(site.result.hours?.closedDays).toContain('2026-11-22')
  expect(site.result.announcements?.map(({ title, content }) => [title, content])).toEqual([
    ['Closed today', 'Water in the cellar'],
  ])
  const refused = await ada.tryCreate(draftOf([ada.photo]), 'quote')
  expect([refused.code, refused.result]).toEqual([1008, { field: 'pickupTime', reason: 'closed' }])
  const log = async () =>
    (await server.call(operatorListCatalogueLog, { query: {}, token: operatorToken })).result.list.length
  const logged = await log()
  expect([(await close()).code, await log()]).toEqual([0, logged])

  const opened = await server.call(reopenSiteToday, { params, body: {}, token: operatorToken })
  expect(opened.result).toMatchObject({ isClosed: false, reason: null })
  expect((await readFull(order)).exception).toBeNull()
  expect((await ada.tryQuote(draftOf([ada.photo]))).code).toBe(0)
  expect((await server.call(getSite, { params })).result.announcements).toEqual([])
  expect((await close()).result.isClosed).toBe(true)
})

test('answers an unknown site like another desk’s', async () => {
  const answer = await server.call(getSiteDay, { params: { siteId: 'nowhere' }, token: operatorToken })
  expect(answer.code).toBe(3002)
})
