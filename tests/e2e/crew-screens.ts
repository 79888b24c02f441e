import { operatorConfirmPackages, operatorWarehouseApply } from '@handsfree/core/contract'
import { dayOf } from '@handsfree/core/i18n'
import type { Page } from '@playwright/test'
import { must, newTraveller, operatorOf, placePaidOrder, readOrder } from './backend.ts'
import { play } from './desk.ts'
import type { Say } from './words.ts'

/** Orders at every stage that the employees' pages show. */
export async function makeCrewWorld(baseURL: string, name = 'Ada') {
  const operator = operatorOf(baseURL)
  const traveller = await newTraveller(baseURL, name)
  const place = (changed = {}) => placePaidOrder(traveller, changed)
  await place()
  const pickup = await place({ roomNumber: '1208' })
  await play(operator, pickup, 'reviewing', 'pending_pickup')
  const stored = await place()
  await play(operator, stored, 'reviewing', 'arrived')
  const params = { orderId: stored.orderId }
  must(await operator.call(operatorWarehouseApply, { params, body: {} }))
  const tagCode = `HF-${stored.orderId.slice(0, 8)}-1`
  must(await operator.call(operatorConfirmPackages, { params, body: { tagCodes: [tagCode], shelf: 'A3' } }))
  const { pickupTime } = await readOrder(traveller, pickup.orderId)
  return { pickup: pickup.orderId, stored: stored.orderId, day: dayOf(pickupTime, 'Asia/Shanghai') }
}
export type CrewWorld = Awaited<ReturnType<typeof makeCrewWorld>>

type Stage = { page: Page; say: Say; world: CrewWorld; show: (name: string) => Promise<void> }

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** The employees' pages, by the person who sees them. */
export const crewScreens: Record<string, (stage: Stage) => Promise<void>> = {
  async visitor({ page, show }) {
    await open(page, '/crew')
    await show('sign-in')
  },
  async courier({ page, say, world, show }) {
    await open(page, '/crew?as=courier-0731')
    await open(page, '/crew/shift')
    const start = page.getByRole('button', { name: say('crewShift.start') })
    if (await start.isVisible()) {
      await show('shift')
      await start.click()
      await page.getByRole('button', { name: say('crewShift.break') }).waitFor()
    }
    await open(page, '/crew')
    await show('courier')
    await open(page, `/crew/orders/${world.pickup}`)
    await show('order')
    const pickUp = say('crewAct.order.pickUp')
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${pickUp}`) })
      .first()
      .click()
    await page.getByRole('dialog', { name: pickUp }).waitFor()
    await show('pick-up')
  },
  async desk({ page, say, world, show }) {
    await open(page, '/crew?as=site-hangzhou-east-station')
    await show('desk')
    await open(page, `/crew/orders/${world.stored}`)
    await show('desk-order')
    await open(page, '/crew/prepare')
    await show('desk-prepare')
    await open(page, '/crew/account')
    await page.getByRole('button', { name: say('crewAccount.tabletStart') }).click()
    await page.getByRole('heading', { name: say('crewTablet.choose') }).waitFor()
    await show('desk-locked')
  },
  async operator({ page, world, show }) {
    await open(page, '/crew?as=operator')
    await show('operator')
    await open(page, `/crew/board?day=${world.day}`)
    await show('operator-board')
    await open(page, `/crew/orders/${world.pickup}`)
    await show('operator-order')
    for (const name of ['employees', 'figures', 'money', 'catalogue']) {
      await open(page, `/crew/office/${name}`)
      await show(`operator-${name}`)
    }
  },
}
