import type { Locale } from '@handsfree/core/contract'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible, expectOnePrimaryButton, expectPhoneLayout, listen } from '../checks.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect } from '../own-address.ts'
import { test } from '../server-without-autopilot.ts'
import { fillOrder, nameCollector, pay, reviewAndSignIn } from '../trip.ts'
import { typeIn } from '../type-in.ts'

const places = { 'en-US': 'Hongqiao Railway Station', 'zh-CN': '上海虹桥站' } as const

/** A person with their own device. */
async function open(
  browser: Browser,
  baseURL: string,
  locale: Locale,
  viewport = { width: 390, height: 844 },
) {
  const context = await browser.newContext({
    baseURL,
    locale,
    viewport,
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    permissions: ['camera'],
  })
  const page = await context.newPage()
  return { page, heard: listen(page) }
}

/** The button's name may continue with what the act requires. */
const act = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })

/** As when the phone is put away: acts leave at once, undoable or not. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** Sends the form of an act. */
async function sendForm(page: Page, name: string, fill: () => Promise<unknown>): Promise<void> {
  await act(page, name).first().click()
  const form = page.getByRole('dialog', { name })
  await expect(form).toBeVisible()
  await fill()
  await expectAccessible(page)
  await form.getByRole('button', { name, exact: true }).click()
  await expect(form).toBeHidden()
}

const openOrder = async (page: Page, orderId: string) => {
  await page.locator(`a[href="/crew/orders/${orderId}"]`).click()
  await expect(page.getByRole('heading', { name: /^HF \d{4} \d{4}$/ })).toBeVisible()
}

inBothLanguages((say, locale) => {
  test(`moves an order by a traveller, an operator, a courier and a desk, in ${locale}`, async ({
    browser,
    own,
  }) => {
    test.setTimeout(180_000)
    const people = {
      traveller: await open(browser, own.url, locale),
      operator: await open(browser, own.url, locale, { width: 1280, height: 900 }),
      courier: await open(browser, own.url, locale),
      desk: await open(browser, own.url, locale, { width: 1024, height: 768 }),
    }
    const { traveller, operator, courier, desk } = people

    await traveller.page.goto('/order/create/demo-hotel-desk')
    await nameCollector(traveller.page, say, 'Ada')
    await fillOrder(traveller.page, say, { place: places[locale] })
    await reviewAndSignIn(traveller.page, say, 'Ada')
    await pay(traveller.page)
    const status = traveller.page.locator('[data-tone]').first()
    const orderId = /\/order\/detail\/([\da-f]+)/.exec(traveller.page.url())?.[1] ?? ''

    await operator.page.goto('/crew?as=operator')
    await openOrder(operator.page, orderId)
    await act(operator.page, say('crewAct.review.pass')).click()
    await sendForm(operator.page, say('crewAct.courier.assign'), () =>
      operator.page.getByRole('dialog').getByText('浙A·6K27Q').click(),
    )
    await expect(operator.page.getByText(say('crewOrder.state.asked'))).toBeVisible()

    await courier.page.goto('/crew?as=courier-0731')
    await courier.page.getByRole('link', { name: say('crewHome.startShift') }).click()
    await courier.page.getByRole('button', { name: say('crewShift.start') }).click()
    await courier.page.getByRole('button', { name: say('common.back') }).click()
    await openOrder(courier.page, orderId)
    await act(courier.page, say('crewAct.decision.allow')).click()
    await act(courier.page, say('crewAct.courier.arriveAtPickup')).click()
    await expectOnePrimaryButton(courier.page)
    await sendForm(courier.page, say('crewAct.order.pickUp'), async () => {
      for (const number of [1, 2]) {
        const bag = courier.page.getByRole('group', { name: say('crewAct.bag', { number, count: 2 }) })
        await typeIn(bag.getByRole('textbox', { name: say('crewAct.tag') }), `HF100${number}`)
        await typeIn(bag.getByRole('textbox', { name: say('crewAct.seal') }), `550${number}`)
      }
      await expectPhoneLayout(courier.page)
    })
    await sendForm(courier.page, say('crewAct.transport.start'), async () => {
      for (const tag of ['HF1001', 'HF1002'])
        await typeIn(courier.page.getByRole('textbox', { name: say('crewAct.scanTag') }), tag)
    })
    await sendForm(courier.page, say('crewAct.transport.complete'), async () => {
      for (const same of await courier.page.getByText(say('crewAct.sameSeal'), { exact: true }).all())
        await same.click()
    })
    await act(courier.page, say('crewAct.warehouse.apply')).click()
    await expect(courier.page.getByText(say('crewOrder.state.storing'))).toBeVisible()
    await hide(courier.page)

    await desk.page.goto('/crew?as=site-hongqiao-railway-station')
    await typeIn(desk.page.getByRole('searchbox', { name: say('crewDesk.search') }), 'HF1002')
    await desk.page.getByRole('button', { name: say('crewDesk.find'), exact: true }).click()
    await expect(desk.page.getByText(say('crewDesk.found', { count: 1 }))).toBeVisible()
    await openOrder(desk.page, orderId)
    await sendForm(desk.page, say('crewAct.package.confirm'), async () => {
      for (const same of await desk.page.getByText(say('crewAct.sameSeal'), { exact: true }).all())
        await same.click()
      await typeIn(desk.page.getByRole('textbox', { name: say('crewAct.shelf') }), 'A3')
    })
    await act(desk.page, say('crewAct.warehouse.confirm')).click()
    await expect(
      desk.page
        .getByRole('main')
        .getByText(say('crewOrder.shelf', { shelf: 'A3' }))
        .first(),
    ).toBeVisible()

    await expect(status).toHaveText(say('orderStatus.delivered'))
    const claim = traveller.page.getByRole('region', { name: say('claim.title') })
    const [letters = ''] = /[A-Z\d]{3}\s[A-Z\d]{3}/.exec((await claim.textContent()) ?? '') ?? []
    const claimCode = letters.replace(/\s/, '')
    await sendForm(desk.page, say('crewAct.order.hotelHand'), () =>
      typeIn(desk.page.getByRole('textbox', { name: say('crewAct.claimCode') }), claimCode),
    )
    await expect(desk.page.getByText(say('crewOrder.state.handed')).first()).toBeVisible()
    await expect(status).toHaveText(say('orderStatus.handed'))

    await act(operator.page, say('crewAct.order.close')).click()
    await expect(operator.page.getByText(say('crewOrder.state.closed'))).toBeVisible()
    for (const { page, heard } of Object.values(people)) {
      expect(heard).toEqual([])
      await page.context().close()
    }
  })
})
