import { policy } from '@handsfree/core/policy'
import type { BrowserContext } from '@playwright/test'
import { enter, newPaidOrder, newTraveller } from '../backend.ts'
import { expectPhoneLayout } from '../checks.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, path } from '../own-address.ts'
import {
  changeSubscription,
  clickNotice,
  deliver,
  hasSubscription,
  newPublicKey,
  receiptsOf,
  recordReceipts,
  shownNotices,
  test,
} from '../push.ts'
import { signOut } from '../trip.ts'
import { type Locale, wordsOf } from '../words.ts'

const pinned: Record<Locale, { offer: string; neutralTitle: string; neutral: string }> = {
  'en-US': {
    offer: 'Get updates about your bags on this device',
    neutralTitle: 'There’s news',
    neutral: 'Open the app to see what’s new.',
  },
  'zh-CN': { offer: '在本设备接收行李动态', neutralTitle: '有新动态', neutral: '打开应用查看最新动态。' },
}

type Sent = { path: string; body: { kinds?: string[]; locale?: string } }

/** Answers the calls about subscriptions, and records them. */
async function servePush(context: BrowserContext, publicKey: string | null = newPublicKey()) {
  const sent: Sent[] = []
  const state = { isDown: false }
  await context.route(/\/api\/(?:crew\/)?push-subscriptions/, (route) => {
    if (state.isDown) return route.abort()
    const { pathname } = new URL(route.request().url())
    if (pathname.endsWith('/options'))
      return route.fulfill({ json: { code: 0, message: 'ok', result: { publicKey } } })
    const body = route.request().postDataJSON()
    sent.push({ path: pathname.replace('/api', ''), body })
    const result = pathname.endsWith('/remove') ? {} : { subscriptionId: 'this-device', kinds: body.kinds }
    return route.fulfill({ json: { code: 0, message: 'ok', result } })
  })
  return { sent, state }
}

const receipt = 'r'.repeat(32)

const messageFor = (
  orderId: string,
  origin: string,
  changed: { subscriptionId?: string; close?: string[] } = {},
) => ({
  web_push: 8030,
  notification: {
    title: 'The courier is there',
    body: 'Bring your bags to the desk.',
    lang: 'en-US',
    tag: `order-${orderId}-pickup`,
    navigate: `${origin}/order/detail/${orderId}`,
    data: { subscriptionId: 'this-device', receipt, kind: 'trip', close: [], ...changed },
  },
  app_badge: 1,
  mutable: true,
})

inBothLanguages((say, locale) => {
  test('offers notifications for a paid order, shows a push, and opens its order by a click', async ({
    page,
    context,
    baseURL,
  }) => {
    const { sent } = await servePush(context)
    const { traveller, order } = await newPaidOrder(baseURL)
    const address = `/order/detail/${order.orderId}`
    await enter(page, traveller)
    await page.goto(address)
    const offer = page.getByRole('heading', { name: pinned[locale].offer })
    await expect(offer).toBeVisible()
    await expectPhoneLayout(page)
    await page.getByRole('button', { name: say('push.turnOn') }).click()
    await expect(page.getByText(say('push.onNow'))).toBeVisible()
    await expectPhoneLayout(page)
    const keys = { p256dh: expect.stringMatching(/^[\w-]{87}$/), auth: expect.stringMatching(/^[\w-]{22}$/) }
    const subscription = { endpoint: expect.stringMatching(/^https:\/\/fcm\./), keys }
    const consent = { version: policy.privacyVersion, locale }
    const body = { subscription, locale, kinds: ['trip', 'payment', 'claim'], consent }
    expect(sent).toEqual([{ path: '/push-subscriptions', body }])

    await page.goto('/')
    await recordReceipts(page)
    await deliver(page, messageFor(order.orderId, baseURL))
    const tag = `order-${order.orderId}-pickup`
    await expect
      .poll(() => shownNotices(page))
      .toEqual([{ title: 'The courier is there', body: 'Bring your bags to the desk.', tag }])
    await expect.poll(() => receiptsOf(page)).toEqual([receipt])
    await clickNotice(page)
    await expect(page).toHaveURL(path(address))
    await expect.poll(() => shownNotices(page)).toEqual([])
    await expect(page.getByText(order.orderNumber).first()).toBeVisible()
    await expect(offer).toBeHidden()
    expect(sent).toHaveLength(1)
  })

  test('hides the text of a push for another account, and of an unreadable one', async ({
    page,
    context,
    baseURL,
  }) => {
    await servePush(context)
    const { traveller, order } = await newPaidOrder(baseURL)
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    await page.getByRole('button', { name: say('push.turnOn') }).click()
    await expect(page.getByText(say('push.onNow'))).toBeVisible()
    await page.goto('/faq')
    const { neutralTitle, neutral } = pinned[locale]
    for (const message of [
      messageFor(order.orderId, baseURL, { subscriptionId: 'other' }),
      '{"web',
      'null',
      '',
    ]) {
      await recordReceipts(page)
      await deliver(page, message)
      await expect
        .poll(() => shownNotices(page))
        .toEqual([{ title: neutralTitle, body: neutral, tag: 'news' }])
      expect(await receiptsOf(page)).toEqual([])
      await clickNotice(page)
      await expect(page).toHaveURL(path('/'))
      await page.goto('/faq')
    }
  })
})

test.describe('a device', () => {
  const say = wordsOf('en-US')

  test('closes the notices that a push settles, and all of them after sign-out', async ({
    page,
    context,
    baseURL,
  }) => {
    const { sent } = await servePush(context)
    const { traveller, order } = await newPaidOrder(baseURL)
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    await page.getByRole('button', { name: say('push.turnOn') }).click()
    await expect(page.getByText(say('push.onNow'))).toBeVisible()
    await page.goto('/faq')
    await deliver(page, messageFor('first', baseURL))
    await deliver(page, messageFor('second', baseURL, { close: ['order-first-pickup'] }))
    const tags = async () => (await shownNotices(page)).map(({ tag }) => tag)
    await expect.poll(tags).toEqual(['order-second-pickup'])

    await page.goto('/')
    await deliver(page, messageFor('third', baseURL))
    await expect.poll(tags).toContain('order-third-pickup')
    expect(await hasSubscription(page)).toBe(true)
    await signOut(page, say)
    await expect(page.getByRole('link', { name: say('home.signIn') })).toBeVisible()
    await expect.poll(tags).toEqual([])
    await expect.poll(() => hasSubscription(page)).toBe(false)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('this-device')
    await deliver(page, messageFor('late', baseURL))
    await expect.poll(tags).toEqual(['news'])
    expect(sent.map((call) => call.path)).toEqual(['/push-subscriptions'])
  })

  test('never offers notifications again after a no', async ({ page, context, baseURL }) => {
    await servePush(context)
    const { traveller, order } = await newPaidOrder(baseURL)
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    await page.getByRole('button', { name: say('push.decline') }).click()
    await expect(page.getByRole('heading', { name: say('push.offerTitle') })).toBeHidden()
    const other = await newPaidOrder(baseURL)
    const asked = page.waitForResponse(/push-subscriptions\/options/)
    await enter(page, other.traveller)
    await page.goto(`/order/detail/${other.order.orderId}`)
    await asked
    await expect(page.getByRole('heading', { name: say('bags.title') })).toBeVisible()
    await expect(page.getByRole('heading', { name: say('push.offerTitle') })).toBeHidden()
  })

  test('switches kinds in the account, keeps a failed change for a retry, and turns off', async ({
    page,
    context,
    baseURL,
  }) => {
    const { sent, state } = await servePush(context)
    await enter(page, await newTraveller(baseURL))
    await page.goto('/person/account')
    await page.getByRole('button', { name: say('push.turnOn') }).click()
    const claims = page.getByRole('checkbox', { name: say('pushKind.claim') })
    await expect(claims).toBeChecked()
    await claims.uncheck()
    await expect.poll(() => sent.at(-1)?.body).toMatchObject({ kinds: ['trip', 'payment'] })

    state.isDown = true
    await page.getByRole('checkbox', { name: say('pushKind.payment') }).uncheck()
    const retry = page.getByRole('button', { name: say('common.tryAgain') })
    await expect(retry).toBeVisible()
    await expectPhoneLayout(page)
    state.isDown = false
    await retry.click()
    await expect(retry).toBeHidden()
    expect(sent.at(-1)?.body).toMatchObject({ kinds: ['trip'] })
    await page.reload()
    await expect(page.getByRole('checkbox', { name: say('pushKind.payment') })).not.toBeChecked()

    await page.getByRole('button', { name: say('push.turnOff') }).click()
    await expect(page.getByRole('button', { name: say('push.turnOn') })).toBeVisible()
    expect(sent.at(-1)).toEqual({ path: '/push-subscriptions/remove', body: {} })
    expect(await hasSubscription(page)).toBe(false)
  })

  test('subscribes again at a start after the browser or the server has changed', async ({
    page,
    context,
    baseURL,
  }) => {
    const { sent } = await servePush(context)
    await enter(page, await newTraveller(baseURL))
    await page.goto('/person/account')
    await page.getByRole('button', { name: say('push.turnOn') }).click()
    await expect(page.getByRole('button', { name: say('push.turnOff') })).toBeVisible()
    const publicKey = newPublicKey()
    await page.evaluate(() => localStorage.removeItem('test.pushSubscription'))
    await page.goto('/faq')
    await expect.poll(() => sent.length).toBe(2)
    await context.unroute(/\/api\/(?:crew\/)?push-subscriptions/)
    const moved = await servePush(context, publicKey)
    await page.reload()
    await expect.poll(() => moved.sent.length).toBe(1)
    const stored = await page.evaluate(() => localStorage.getItem('test.pushSubscription') ?? '')
    expect(JSON.parse(stored)).toMatchObject({ publicKey })
  })

  test('renews a subscription that the browser changed while the app is closed', async ({
    page,
    context,
    baseURL,
  }) => {
    const { sent } = await servePush(context)
    const traveller = await newTraveller(baseURL)
    await enter(page, traveller)
    await page.goto('/person/account')
    await page.getByRole('button', { name: say('push.turnOn') }).click()
    await expect(page.getByRole('button', { name: say('push.turnOff') })).toBeVisible()
    const renewed = await changeSubscription(page)
    const [subscribed] = sent
    const { kinds, locale } = subscribed?.body ?? {}
    expect(renewed).toEqual([
      {
        url: '/api/push-subscriptions',
        token: `Bearer ${traveller.account.token}`,
        body: {
          subscription: { endpoint: 'https://fcm.googleapis.com/fcm/send/new', keys: {} },
          locale,
          kinds,
        },
      },
    ])
    await deliver(page, messageFor('order-1', baseURL, { subscriptionId: 'renewed' }))
    await expect
      .poll(async () => (await shownNotices(page)).map(({ title }) => title))
      .toEqual(['The courier is there'])
  })

  test('explains a refusal in the browser, which only its settings can end', async ({
    page,
    context,
    baseURL,
  }) => {
    await servePush(context)
    await context.addInitScript(() => {
      Notification.requestPermission = async () => {
        Object.defineProperty(Notification, 'permission', { value: 'denied' })
        return 'denied'
      }
    })
    const { traveller, order } = await newPaidOrder(baseURL)
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    await page.getByRole('button', { name: say('push.turnOn') }).click()
    await expect(page.getByText(say('push.denied'))).toBeVisible()
    await expectPhoneLayout(page)
    await page.goto(`/order/detail/${order.orderId}`)
    await expect(page.getByText(order.orderNumber).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: say('push.offerTitle') })).toBeHidden()
  })
})

const agents = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  WeChat:
    'Mozilla/5.0 (Linux; Android 14; M2012K11AC) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160065 MMWEBSDK/20231202 MicroMessenger/8.0.47',
}

inBothLanguages((say) => {
  for (const [name, { agent, title, settings }] of Object.entries({
    'an iPhone': { agent: agents.iPhone, title: say('push.installTitle'), settings: say('push.installAdd') },
    WeChat: { agent: agents.WeChat, title: say('push.weChatTitle'), settings: say('push.weChatDetail') },
  }))
    test(`says what to do on ${name}, until it is closed`, async ({ page, context, baseURL }) => {
      await servePush(context)
      await context.addInitScript((userAgent) => {
        Object.defineProperty(navigator, 'userAgent', { value: userAgent })
        Reflect.deleteProperty(window, 'PushManager')
      }, agent)
      const { traveller, order } = await newPaidOrder(baseURL)
      await enter(page, traveller)
      await page.goto(`/order/detail/${order.orderId}`)
      const heading = page.getByRole('heading', { name: title })
      await expect(heading).toBeVisible()
      await expectPhoneLayout(page)
      await page.getByRole('button', { name: say('push.gotIt') }).click()
      await expect(heading).toBeHidden()
      await page.reload()
      await expect(page.getByText(order.orderNumber).first()).toBeVisible()
      await expect(heading).toBeHidden()
      await page.goto('/person/account')
      await expect(page.getByText(settings)).toBeVisible()
      await expectPhoneLayout(page)
    })
})

test('sets an employee’s kinds, and opens the order of a click in the employees’ app', async ({
  page,
  context,
  baseURL,
}) => {
  const say = wordsOf('en-US')
  const { sent } = await servePush(context)
  await page.goto('/crew?as=courier-0731')
  await page.getByRole('link', { name: say('crewAccount.title'), exact: true }).click()
  const turnOn = page.getByRole('button', { name: say('push.turnOn') })
  await expect(turnOn).toBeVisible()
  await expectPhoneLayout(page)
  await turnOn.click()
  await expect(page.getByRole('checkbox', { name: say('crewPushKind.order') })).toBeChecked()
  await expectPhoneLayout(page)
  expect(sent).toMatchObject([{ path: '/crew/push-subscriptions', body: { kinds: ['order'] } }])
  const message = messageFor('order-1', baseURL)
  message.notification.navigate = `${baseURL}/crew/orders/order-1`
  await deliver(page, message, '/crew')
  await expect.poll(async () => (await shownNotices(page, '/crew')).length).toBe(1)
  await clickNotice(page, '/crew-service-worker.js')
  await expect(page).toHaveURL(path('/crew/orders/order-1'))
})
