import { BuiltServer } from '../../../../tools/built-server.ts'
import { enter, newTraveller, placePaidOrder } from '../../../e2e/backend.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { expect } from '../../../e2e/own-address.ts'
import { deliver, test as pushTest, receiptsOf, recordReceipts, shownNotices } from '../../../e2e/push.ts'
import { createPushDevice, messagesTo, startPushService } from '../../../server/soft-push.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

/** A server whose couriers act every second, and the push service that it sends to. */
const test = pushTest.extend<{ service: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  service: async ({}, use) => {
    const service = await startPushService()
    await use(service)
    service.close()
  },
  device: async ({ service }, use) => use(createPushDevice(service.origin, '/device')),
  baseURL: async ({ service }, use) => {
    const server = await BuiltServer.start({ HANDSFREE_AUTOPILOT: 'fast', PUSH_TEST_HOST: service.host })
    await use(server.url)
    await server.discard()
  },
})

inBothLanguages((say, locale) => {
  test('shows the trip of a paid order as push messages in the device’s language', async ({
    page,
    device,
    service,
    baseURL,
  }) => {
    // Every step of the trip takes the couriers a second or more.
    test.slow()
    const traveller = await newTraveller(baseURL, 'Alex')
    await enter(page, traveller)
    await page.goto('/person/account')
    await page.getByRole('button', { name: say('push.turnOn') }).click()
    await expect(page.getByRole('button', { name: say('push.turnOff') })).toBeVisible()
    // A page without live news.
    await page.goto('/robots.txt')
    const { orderId } = await placePaidOrder(traveller)
    const titles = () => messagesTo(device, service.pushes).map(({ notification }) => notification.title)
    await expect.poll(titles, { timeout: 120_000 }).toContain(say('notification.type.signed'))
    await page.goto('/faq')
    await recordReceipts(page)
    const messages = messagesTo(device, service.pushes)
    expect(messages.length).toBeGreaterThan(3)
    for (const message of messages) await deliver(page, message)
    await expect.poll(async () => (await receiptsOf(page)).length).toBe(messages.length)
    const shown = await shownNotices(page)
    expect(shown.map(({ title }) => title)).toContain(say('notification.type.signed'))
    expect(new Set(messages.map(({ notification: { lang } }) => lang))).toEqual(new Set([locale]))
    for (const { tag } of shown) expect(tag).toMatch(new RegExp(`^order-${orderId}-`))
  })
})
