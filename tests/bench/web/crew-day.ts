import { endEmployeeShift, operatorAssign, startDemoCrewSession } from '@handsfree/core/contract'
import type { Browser, Page } from '@playwright/test'
import { clientOf, must, newTraveller, operatorOf, placePaidOrder, readOrder } from '../../e2e/backend.ts'
import { play } from '../../e2e/desk.ts'
import { takePhoto } from '../../e2e/photos.ts'
import { wordsOf } from '../../e2e/words.ts'
import { onPhone } from './phone.ts'
import { type Interaction, type LongTask, Stopwatch } from './taps.ts'
import { tap } from './trip.ts'

const say = wordsOf('en-US')
const courierId = 'courier-0731'
const keyMs = 60

/** Stores a new session of the demo's courier on the page's device. */
export async function enterCrew(page: Page, baseURL: string): Promise<void> {
  const body = { employeeId: courierId }
  const { token, employee } = must(await clientOf(baseURL, null).call(startDemoCrewSession, { body }))
  const auth = JSON.stringify({
    version: 1,
    phone: { dialCode: '86', phoneNumber: '' },
    account: { token, uin: employee.employeeId },
  })
  await page.context().addInitScript((stored) => localStorage.setItem('crew:auth', stored), auth)
}

/** A reviewed order that the demo's courier is asked to carry. */
async function offerOrder(baseURL: string) {
  const traveller = await newTraveller(baseURL, 'Ada')
  const operator = operatorOf(baseURL)
  const order = await placePaidOrder(traveller)
  await play(operator, order, 'reviewing', 'review_pass')
  must(
    await operator.call(operatorAssign, {
      params: { orderId: order.orderId },
      body: { employeeId: courierId },
    }),
  )
  return readOrder(traveller, order.orderId)
}

/** A courier's order from the shift's start to the handover, with a CPU 4 times slower. */
export async function measureCrewDay(
  browser: Browser,
  baseURL: string,
): Promise<{ interactions: Interaction[]; tasks: LongTask[] }> {
  const { orderNumber, claimCode } = await offerOrder(baseURL)
  return onPhone(browser, { cpu: 4 }, async (page) => {
    const watch = await Stopwatch.on(page)
    await page.goto(`${baseURL}/crew?as=${courierId}`)
    const ask = page.getByRole('group', { name: orderNumber })
    await ask.waitFor()
    await page.waitForLoadState('networkidle')
    const shift = page.getByRole('link', { name: say('crewHome.startShift') })
    if (await shift.isVisible()) {
      await watch.step('shift: open')
      await tap(shift)
      await watch.step('shift: start')
      await tap(page.getByRole('button', { name: say('crewShift.start') }))
      await page.getByRole('button', { name: say('crewShift.break') }).waitFor()
      await watch.step('shift: back')
      await tap(page.getByRole('button', { name: say('common.back') }))
    }
    await watch.step('day: accept')
    await tap(ask.getByRole('button', { name: say('crewAct.decision.allow'), exact: true }))
    await watch.step('day: open the order')
    await tap(page.getByRole('link', { name: say('crewHome.openOrder', { orderNumber }) }))
    await page.getByRole('heading', { name: orderNumber }).waitFor()

    const tags = [1, 2].map((number) => `HF${orderNumber.replaceAll(/\D/g, '')}${number}`)
    const act = (name: string) => page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })
    const openForm = async (name: string) => {
      await watch.step(`${name}: open`)
      await tap(act(name).first())
      const form = page.getByRole('dialog', { name })
      await form.waitFor()
      return {
        form,
        async send() {
          await watch.step(`${name}: send`)
          await tap(form.getByRole('button', { name, exact: true }))
          await form.waitFor({ state: 'hidden' })
        },
      }
    }
    await watch.step('order: arrive')
    await tap(act(say('crewAct.courier.arriveAtPickup')))
    const pickUp = await openForm(say('crewAct.order.pickUp'))
    for (const number of [1, 2]) {
      const bag = pickUp.form.getByRole('group', { name: say('crewAct.bag', { number, count: 2 }) })
      await watch.step(`pick up: type tag and seal ${number}`)
      await bag
        .getByLabel(say('crewAct.tag'), { exact: true })
        .pressSequentially(tags[number - 1] ?? '', { delay: keyMs })
      await bag
        .getByLabel(say('crewAct.seal'), { exact: true })
        .pressSequentially(`550${number}`, { delay: keyMs })
      await watch.step(`pick up: photo ${number}`)
      await bag
        .getByLabel(say('photo.take'))
        .first()
        .setInputFiles(await takePhoto())
      await bag.getByRole('img').waitFor()
    }
    await pickUp.send()
    const load = await openForm(say('crewAct.transport.start'))
    for (const tag of tags) {
      await watch.step('set out: type a tag')
      await load.form
        .getByRole('textbox', { name: say('crewAct.scanTag') })
        .pressSequentially(tag, { delay: keyMs })
    }
    await load.send()
    const arrival = await openForm(say('crewAct.transport.complete'))
    const answers = arrival.form.getByText(say('crewAct.sameSeal'), { exact: true })
    await answers.nth(1).waitFor()
    for (const answer of await answers.all()) {
      await watch.step('arrive: compare a seal')
      await tap(answer)
    }
    await arrival.send()
    const handOver = await openForm(say('crewAct.order.hand'))
    await watch.step('hand over: type the code')
    await handOver.form
      .getByRole('textbox', { name: say('crewAct.claimCode') })
      .pressSequentially(claimCode ?? '', { delay: keyMs })
    await handOver.send()
    await page.getByText(say('crewOrder.state.handed')).first().waitFor()
    await watch.settle()
    // So that the next run starts a shift too.
    must(await operatorOf(baseURL).call(endEmployeeShift, { params: { employeeId: courierId }, body: {} }))
    return { interactions: watch.interactions(), tasks: watch.tasks() }
  })
}
