import type { Locator, Page } from '@playwright/test'
import { newTraveller, operatorOf, placePaidOrder, readOrder } from '../../../e2e/backend.ts'
import { play } from '../../../e2e/desk.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { press, tabTo, type } from '../../../e2e/keyboard.ts'
import { expect } from '../../../e2e/own-address.ts'
import { test } from '../../../e2e/server-without-autopilot.ts'

inBothLanguages((say, locale) => {
  const act = (page: Page, name: string) =>
    page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })

  /** Opens an act's form, fills it in and sends it. */
  async function sendForm(page: Page, name: string, fill: (form: Locator) => unknown) {
    await press(page, act(page, name).first())
    const form = page.getByRole('dialog', { name })
    await expect(form).toBeVisible()
    await fill(form)
    await press(page, form.getByRole('button', { name, exact: true }))
    await expect(form).toBeHidden()
  }

  const openAs = async (page: Page, url: string, employeeId: string) => {
    await page.goto(`${url}/crew?as=${employeeId}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  test(`moves an order using only the keyboard, in ${locale}`, async ({ page, own }) => {
    test.setTimeout(180_000)
    const traveller = await newTraveller(own.url, 'Ada')
    const { orderId } = await placePaidOrder(traveller)
    const { orderNumber, claimCode } = await readOrder(traveller, orderId)
    await play(operatorOf(own.url), await readOrder(traveller, orderId), 'reviewing', 'review_pass')

    await openAs(page, own.url, 'operator')
    await type(page, page.getByRole('searchbox'), orderNumber.replaceAll(/\D/g, ''))
    await page.keyboard.press('Enter')
    await expect(page.getByText(say('crewDesk.found', { count: 1 }))).toBeVisible()
    await press(page, page.locator(`a[href="/crew/orders/${orderId}"]`).first())
    await expect(page.getByRole('heading', { level: 1, name: orderNumber })).toBeVisible()
    await sendForm(page, say('crewAct.courier.assign'), async (form) => {
      const courier = form.getByRole('radio', { name: /浙A·6K27Q/ })
      await tabTo(page, form.getByRole('radio').first())
      await page.keyboard.press('Space')
      for (const _ of await form.getByRole('radio').all())
        if (!(await courier.isChecked())) await page.keyboard.press('ArrowDown')
      await expect(courier).toBeChecked()
    })
    await expect(page.getByText(say('crewOrder.state.asked'))).toBeVisible()

    await openAs(page, own.url, 'courier-0731')
    await press(page, page.getByRole('link', { name: say('crewHome.startShift') }))
    await press(page, page.getByRole('button', { name: say('crewShift.start') }))
    await press(page, page.getByRole('button', { name: say('common.back') }))
    await press(page, page.locator(`a[href="/crew/orders/${orderId}"]`).first())
    await press(page, act(page, say('crewAct.decision.allow')))
    await press(page, act(page, say('crewAct.courier.arriveAtPickup')))
    await sendForm(page, say('crewAct.order.pickUp'), async (form) => {
      for (const number of [1, 2]) {
        const bag = form.getByRole('group', { name: say('crewAct.bag', { number, count: 2 }) })
        await type(page, bag.getByRole('textbox', { name: say('crewAct.tag') }), `HF200${number}`)
        await type(page, bag.getByRole('textbox', { name: say('crewAct.seal') }), `660${number}`)
      }
    })
    await sendForm(page, say('crewAct.transport.start'), async (form) => {
      for (const tag of ['HF2001', 'HF2002'])
        await type(page, form.getByRole('textbox', { name: say('crewAct.scanTag') }), tag)
    })
    await sendForm(page, say('crewAct.transport.complete'), async (form) => {
      for (const bag of await form.getByRole('radiogroup').all()) {
        await tabTo(page, bag.getByRole('radio').first())
        await page.keyboard.press('Space')
      }
    })
    await sendForm(page, say('crewAct.order.hand'), (form) =>
      type(page, form.getByRole('textbox', { name: say('crewAct.claimCode') }), claimCode ?? ''),
    )
    await expect(page.getByText(say('crewOrder.state.handed'))).toBeVisible()
  })
})
