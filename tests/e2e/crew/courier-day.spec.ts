import {
  addEmployee,
  endEmployeeSessions,
  inviteEmployee,
  operatorAssign,
  operatorListOperations,
  operatorListOrders,
} from '@handsfree/core/contract'
import { employeeLimitValues } from '@handsfree/core/crew'
import type { Page } from '@playwright/test'
import { must, newTraveller, operatorOf, placePaidOrder, readOrder } from '../backend.ts'
import { expectAccessible, expectOnePrimaryButton, expectPhoneLayout } from '../checks.ts'
import { play } from '../desk.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, path, test } from '../own-address.ts'
import { takePhoto } from '../photos.ts'
import { readyForOffline } from '../service-worker.ts'
import { newPhoneNumber } from '../trip.ts'
import { typeIn } from '../type-in.ts'

/** A new courier with their own car, so that parallel tests don't share tasks. */
async function inviteCourier(baseURL: string) {
  const operator = operatorOf(baseURL)
  const phone = newPhoneNumber()
  const plate = `沪A${phone.slice(-5)}`
  const body = { role: 'courier', name: 'Lin Yue', phone: `+86${phone}`, plate } as const
  const { employeeId } = must(await operator.call(addEmployee, { body }))
  const { token } = must(await operator.call(inviteEmployee, { params: { employeeId }, body: {} }))
  return { operator, employeeId, phone, plate, invitation: `/crew/invitation/${token}` }
}

/** A paid order that passed its review, offered to the courier. */
async function offerOrder(baseURL: string, employeeId: string) {
  const operator = operatorOf(baseURL)
  const traveller = await newTraveller(baseURL, 'Ada')
  const order = await placePaidOrder(traveller, { roomNumber: '1208' })
  await play(operator, order, 'reviewing', 'review_pass')
  must(
    await operator.call(operatorAssign, {
      params: { orderId: order.orderId },
      body: { employeeId },
    }),
  )
  return readOrder(traveller, order.orderId)
}

/** The button's name may continue with what the act requires. */
const act = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })

inBothLanguages((say, locale) => {
  test(`delivers an order from the invitation to the handover, in ${locale}`, async ({ page, baseURL }) => {
    test.slow()
    const password = 'correct horse 7'
    const { operator, employeeId, phone, plate, invitation } = await inviteCourier(baseURL)
    const order = await offerOrder(baseURL, employeeId)
    const { orderId, orderNumber, claimCode } = order

    await page.goto(invitation)
    await expect(
      page.getByRole('heading', { name: say('crewInvitation.welcome', { name: 'Lin Yue' }) }),
    ).toBeVisible()
    await expectPhoneLayout(page)
    const accept = page.getByRole('button', { name: say('crewInvitation.accept') })
    await typeIn(page.getByLabel(say('crewPassword.new')), 'short')
    await accept.click()
    await expect(page.getByText(say('crewPassword.tooShort', employeeLimitValues))).toBeVisible()
    await typeIn(page.getByLabel(say('crewPassword.new')), password)
    await accept.click()
    await expect(page.getByRole('heading', { name: say('crewHome.noStops') })).toBeVisible()
    await expect(page).toHaveURL(path('/crew'))

    await page.getByRole('link', { name: say('crewAccount.title'), exact: true }).click()
    await expect(page.getByText(say('myAccount.thisDevice'), { exact: true })).toBeVisible()
    await expectPhoneLayout(page)
    await page.getByRole('button', { name: say('crewAccount.signOut'), exact: true }).click()
    await page.getByRole('button', { name: say('crewSignIn.usePassword') }).click()
    await typeIn(page.getByRole('textbox', { name: say('signIn.phone') }), `+86${phone}`)
    await typeIn(page.getByLabel(say('crewSignIn.password'), { exact: true }), password)
    await expectPhoneLayout(page)
    await page.getByRole('button', { name: say('crewSignIn.submit'), exact: true }).click()
    await page.getByRole('button', { name: say('common.back') }).click()

    await page.getByRole('link', { name: say('crewHome.startShift') }).click()
    await expect(page.getByText(say('crewShift.ownCar', { plate }))).toBeVisible()
    await expectPhoneLayout(page)
    await page.getByRole('button', { name: say('crewShift.start') }).click()
    await expect(page.getByText(plate, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: say('common.back') }).click()

    await expectOnePrimaryButton(page)
    const ask = page.getByRole('group', { name: orderNumber })
    await ask.getByRole('button', { name: say('crewAct.decision.reject') }).click()
    const decline = page.getByRole('dialog', { name: say('crewAct.decision.reject') })
    await expect(decline.getByLabel(say('crewAct.reason'))).toBeVisible()
    await expectAccessible(page)
    await decline.getByRole('button', { name: say('common.close') }).click()
    await expectPhoneLayout(page)
    await ask.getByRole('button', { name: say('crewAct.decision.allow'), exact: true }).click()
    await expect(page.getByRole('heading', { name: say('crewHome.next') })).toBeVisible()
    await page.getByRole('link', { name: say('crewHome.openOrder', { orderNumber }) }).click()
    await expect(page.getByRole('heading', { name: orderNumber })).toBeVisible()
    await expect(page).toHaveURL(path(`/crew/orders/${orderId}`))
    await expect(page.getByText('1208', { exact: true })).toBeVisible()
    await expectPhoneLayout(page)
    await expectOnePrimaryButton(page)
    await act(page, say('crewAct.courier.arriveAtPickup')).click()
    await act(page, say('crewAct.order.pickUp')).click()

    const form = page.getByRole('dialog', { name: say('crewAct.order.pickUp') })
    const send = form.getByRole('button', { name: say('crewAct.order.pickUp') })
    await expect(send).toBeDisabled()
    for (const [index, bag] of [
      { tag: `T-${orderId.slice(0, 6)}-1`, seal: '5501' },
      { tag: `T-${orderId.slice(0, 6)}-2`, seal: '5502' },
    ].entries()) {
      const fields = form.getByRole('group', { name: say('crewAct.bag', { number: index + 1, count: 2 }) })
      await typeIn(fields.getByLabel(say('crewAct.tag'), { exact: true }), bag.tag)
      await typeIn(fields.getByLabel(say('crewAct.seal'), { exact: true }), bag.seal)
      await fields
        .getByLabel(say('photo.take'))
        .first()
        .setInputFiles(await takePhoto())
    }
    await expect(form.getByRole('img')).toHaveCount(2)
    await expectAccessible(page)
    await send.click()
    await expect(form).toBeHidden()
    await expect(page.getByText(say('bags.seal', { seal: '5502' }))).toBeVisible()
    await act(page, say('crewAct.transport.start')).click()
    const load = page.getByRole('dialog', { name: say('crewAct.transport.start') })
    const setOut = load.getByRole('button', { name: say('crewAct.transport.start') })
    const tag = load.getByRole('textbox', { name: say('crewAct.scanTag') })
    await typeIn(tag, `T-${orderId.slice(0, 6)}-1`)
    await expect(load.getByText(say('crewAct.loaded', { count: 1, total: 2 }))).toBeVisible()
    await expect(setOut).toBeDisabled()
    await expectAccessible(page)
    await typeIn(tag, `t-${orderId.slice(0, 6)}-2`)
    await setOut.click()
    await expect(load).toBeHidden()
    await act(page, say('crewAct.transport.complete')).click()

    const arrival = page.getByRole('dialog', { name: say('crewAct.transport.complete') })
    const arrive = arrival.getByRole('button', { name: say('crewAct.transport.complete') })
    const answers = arrival.getByText(say('crewAct.sameSeal'), { exact: true })
    await answers.first().click()
    await expect(arrive).toBeDisabled()
    await answers.last().click()
    await expectAccessible(page)
    await arrive.click()
    await expect(arrival).toBeHidden()
    await act(page, say('crewAct.order.hand')).click()

    const handOver = page.getByRole('dialog', { name: say('crewAct.order.hand') })
    const code = handOver.getByRole('textbox', { name: say('crewAct.claimCode') })
    await typeIn(code, 'AAAAAA')
    await handOver.getByRole('button', { name: say('crewAct.order.hand') }).click()
    await expect(handOver.getByText(say('crewAct.refused.proof'))).toBeVisible()
    await expectAccessible(page)
    await typeIn(code, claimCode ?? '')
    await handOver.getByRole('button', { name: say('crewAct.order.hand') }).click()
    await expect(handOver).toBeHidden()
    await expect(page.getByText(say('crewOrder.state.handed'))).toBeVisible()

    await page.getByRole('button', { name: say('common.back') }).click()
    await expect(page.getByRole('heading', { name: say('crewHome.noStops') })).toBeVisible()
    await expectPhoneLayout(page)

    must(await operator.call(endEmployeeSessions, { params: { employeeId }, body: {} }))
    await expect(page.getByText(say('signedOut.ended')).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: say('crewSignIn.title') })).toBeVisible()
  })

  test.describe(() => {
    test.use({ serviceWorkers: 'allow' })
    test(`carries bags without a network, in ${locale}`, async ({ page, context, baseURL }) => {
      test.slow()
      const { operator, employeeId, invitation } = await inviteCourier(baseURL)
      const { orderId, orderNumber } = await offerOrder(baseURL, employeeId)
      await page.goto(invitation)
      await typeIn(page.getByLabel(say('crewPassword.new')), 'correct horse 7')
      await page.getByRole('button', { name: say('crewInvitation.accept') }).click()
      await page.getByRole('link', { name: say('crewHome.startShift') }).click()
      await page.getByRole('button', { name: say('crewShift.start') }).click()
      await page.getByRole('button', { name: say('common.back') }).click()
      await page.getByRole('link', { name: say('crewHome.openOrder', { orderNumber }) }).click()
      await expect(page.getByRole('heading', { name: orderNumber })).toBeVisible()
      await readyForOffline(page, 'crew')

      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText(say('crewOutbox.offline'))).toBeVisible()
      await act(page, say('crewAct.decision.allow')).click()
      await page.getByRole('button', { name: say('crewOutbox.undo') }).click()
      await act(page, say('crewAct.decision.allow')).click()
      await act(page, say('crewAct.courier.arriveAtPickup')).click()
      await act(page, say('crewAct.order.pickUp')).click()
      const form = page.getByRole('dialog', { name: say('crewAct.order.pickUp') })
      const [first, second] = [1, 2].map((number) =>
        form.getByRole('group', { name: say('crewAct.bag', { number, count: 2 }) }),
      )
      if (!first || !second) throw new Error('no bags')
      await typeIn(first.getByLabel(say('crewAct.tag'), { exact: true }), `T-${orderId.slice(0, 6)}-1`)
      await typeIn(first.getByLabel(say('crewAct.seal'), { exact: true }), '5501')
      await first
        .getByLabel(say('photo.take'))
        .first()
        .setInputFiles(await takePhoto())
      await expect(form.getByRole('img')).toHaveCount(1)
      // Stored before its upload begins, which fails without a network.
      await expect(form.getByRole('progressbar')).toHaveCount(0)
      await page.reload()
      await expect(first.getByLabel(say('crewAct.seal'), { exact: true })).toHaveValue('5501')
      await expect(form.getByRole('img')).toHaveCount(1)
      await typeIn(second.getByLabel(say('crewAct.tag'), { exact: true }), `T-${orderId.slice(0, 6)}-2`)
      await typeIn(second.getByLabel(say('crewAct.seal'), { exact: true }), '5502')
      await form.getByRole('button', { name: say('crewAct.order.pickUp') }).click()
      await expect(form).toBeHidden()
      await expect(page.getByText(say('bags.seal', { seal: '5502' }))).toBeVisible()
      await act(page, say('crewAct.transport.start')).click()
      const load = page.getByRole('dialog', { name: say('crewAct.transport.start') })
      await typeIn(load.getByRole('textbox', { name: say('crewAct.scanTag') }), `T-${orderId.slice(0, 6)}-1`)
      await typeIn(load.getByLabel(say('crewAct.whyNotLoaded', { count: 1 })), 'It stays in the room.')
      await load.getByRole('button', { name: say('crewAct.transport.start') }).click()
      await expect(act(page, say('crewAct.transport.complete'))).toBeVisible()
      await page.reload()
      await page.getByRole('link', { name: say('crewOutbox.open') }).click()
      await expect(page.getByRole('listitem')).toHaveCount(4)
      await expectPhoneLayout(page)
      await expectAccessible(page)

      await context.setOffline(false)
      await expect(page.getByText(say('crewOutbox.empty'))).toBeVisible()
      const { list } = must(await operator.call(operatorListOrders, { query: { reference: orderNumber } }))
      expect(list[0]).toMatchObject({
        lifecycle: { assignment: 'accepted', pickup: 'pickuped', transport: 'inProgress' },
        exception: { kind: 'bagsMissing', bags: [2], reason: 'It stays in the room.' },
        bags: [{ photos: [{}, { takenBy: 'courier' }] }, { sealNumber: '5502' }],
      })
      const log = must(await operator.call(operatorListOperations, { params: { orderId } }))
      const picked = log.find(({ happenedAt }) => happenedAt !== null)
      expect(Date.parse(picked?.time ?? '')).toBeGreaterThan(Date.parse(picked?.happenedAt ?? ''))
    })
  })
})
