import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cancelOrder, type Order } from '@handsfree/core/contract'
import type { Page } from '@playwright/test'
import { readModule } from '../../../../tools/read-module.ts'
import {
  enter,
  newTraveller,
  operatorOf,
  placeOrder,
  placePaidOrder,
  readOrder,
  type Traveller,
} from '../../../e2e/backend.ts'
import { countBags, play } from '../../../e2e/desk.ts'
import { unfold } from '../../../e2e/form-parts.ts'
import { openForm, toStation, words } from '../../../e2e/order-steps.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { fillOrder } from '../../../e2e/trip.ts'
import { typeIn } from '../../../e2e/type-in.ts'
import { withResolvers } from '../../../with-resolvers.ts'

test.describe.configure({ timeout: 120_000 })

type World = { traveller: Traveller; order: Order }
type Sheet = {
  /** Source file below `web/`. */
  file: string
  path: (world: World) => string
  /** Creates the order; an unpaid one by default. */
  order?: (traveller: Traveller) => Promise<Order>
  /** Preparation; may be repeated after a reload. */
  prepare?: (page: Page) => Promise<unknown>
  open: (page: Page, world: World) => Promise<unknown>
  /** Name of the button that closes it without an action. */
  close?: string
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const onOrder = ({ order }: World) => `/order/detail/${order.orderId}`
const onForm = () => '/order/create/demo-hotel-desk'
const readyForm = (page: Page) => expect(button(page, words('orderForm.review'))).toBeEnabled()

const sheets: Sheet[] = [
  {
    file: 'parts/order-form/DeliverySheet.tsx',
    path: onForm,
    prepare: readyForm,
    open: (page) => button(page, words('orderForm.chooseDestination')).click(),
  },
  {
    file: 'parts/order-form/DayPicker.tsx',
    path: onForm,
    prepare: async (page) => {
      await readyForm(page)
      await unfold(page, 'when')
    },
    open: (page) =>
      page
        .getByRole('button', { name: new RegExp(words('orderForm.moreDays')) })
        .first()
        .click(),
  },
  {
    file: 'parts/sites/MapSheet.tsx',
    path: onOrder,
    open: (page, { order }) => button(page, `${words('places.map')} ${order.delivery.name}`).click(),
  },
  {
    file: 'pages/orders/Bags.tsx',
    path: onOrder,
    open: (page) =>
      page
        .getByRole('button', { name: /^View Photo/ })
        .first()
        .click(),
  },
  {
    file: 'pages/orders/Cancellation.tsx',
    path: onOrder,
    open: (page) => button(page, words('cancellation.start')).click(),
  },
  {
    file: 'pages/orders/ReceiverLinkSheet.tsx',
    path: onOrder,
    order: (traveller) => placePaidOrder(traveller),
    open: (page) => button(page, words('receiverLink.open')).click(),
  },
  {
    file: 'pages/home/AccountSheet.tsx',
    path: () => '/',
    open: (page) => button(page, words('account.title')).click(),
  },
  {
    file: 'pages/account/EditSheet.tsx',
    path: () => '/person/saved',
    order: (traveller) => placeOrder(traveller, {}, ['receiver']),
    open: (page) => button(page, words('saved.editNamed', { name: 'Ada' })).click(),
  },
  {
    file: 'pages/account/Saved.page.tsx',
    path: () => '/person/saved',
    order: (traveller) => placeOrder(traveller, {}, ['receiver']),
    open: (page) => button(page, words('saved.removeNamed', { name: 'Ada' })).click(),
    close: words('saved.keep'),
  },
  {
    file: 'pages/scanner/OtherWays.tsx',
    path: () => '/qr-code/scan',
    open: (page) => button(page, words('scan.typeCode')).click(),
  },
]

/** Sheets and dialogs with their own journey, below or at their page. */
const others = [
  'parts/account/SignOutDialog.tsx',
  'pages/notifications/Popup.tsx',
  'parts/booking/DiscardDraft.tsx',
  'pages/claims/AnswerSheet.tsx',
  'pages/booking/Handover.page.tsx',
  'parts/order-change/ChangeSheet.tsx',
  'pages/booking/OrderForm.tsx',
  'pages/bags/Questions.tsx',
  'pages/orders/AnotherPlace.tsx',
  'pages/account/ProfileForm.tsx',
]

test('covers every sheet and dialog of the app', () => {
  const web = fileURLToPath(new URL('../../../../web/', import.meta.url))
  const shows = (file: string) =>
    !file.startsWith('ui/') &&
    readModule(join(web, file)).elements.some((name) => name === 'Sheet' || name === 'ConfirmDialog')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && shows(file),
  )
  expect([...sheets.map(({ file }) => file), ...others].toSorted()).toEqual(files.toSorted())
})

const begin = async (
  page: Page,
  baseURL = '',
  makeOrder: NonNullable<Sheet['order']> = (traveller) => placeOrder(traveller),
): Promise<World> => {
  const traveller = await newTraveller(baseURL, 'Ada')
  const order = await makeOrder(traveller)
  await enter(page, traveller)
  return { traveller, order }
}

/** Blocks the camera, which would detect its code as soon as no sheet covers it. */
const forbidCamera = (page: Page) =>
  page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const expectClosed = (page: Page) => expect(dialog(page)).toHaveCount(0)
const atFaq = /\/faq\?/

for (const { file, path, order, prepare, open, close = words('common.close') } of sheets) {
  test(`closes ${file} by “back”, and by its button without a history entry left`, {
    tag: '@nightly',
  }, async ({ page, baseURL }) => {
    const world = await begin(page, baseURL, order)
    await forbidCamera(page)
    await page.goto('/faq')
    await page.goto(path(world))
    await prepare?.(page)
    await open(page, world)
    await expect(dialog(page)).toBeVisible()
    const url = page.url()

    await page.goBack()
    await expectClosed(page)
    expect(page.url()).toBe(url)
    await page.goForward()
    await expectClosed(page)
    expect(page.url()).toBe(url)

    await open(page, world)
    await dialog(page).getByRole('button', { name: close }).first().click()
    await expectClosed(page)
    await open(page, world)
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expectClosed(page)

    await open(page, world)
    await expect(dialog(page)).toBeVisible()
    await page.reload()
    await prepare?.(page)
    await expectClosed(page)
    expect(page.url()).toBe(url)
    await open(page, world)
    await expect(dialog(page)).toBeVisible()
    await page.goBack()
    await expectClosed(page)
    await page.goBack()
    await expect(page).toHaveURL(atFaq)
  })
}

test('declines the terms by “back” with the form unchanged, and returns from the confirmation to the form', async ({
  page,
  baseURL,
}) => {
  await begin(page, baseURL)
  await page.goto('/faq')
  await openForm(page, 'demo-hotel-desk')
  await fillOrder(page, words, { place: toStation })
  await button(page, words('orderForm.review')).click()
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expectClosed(page)
  await expect(page.getByText(words('orderForm.complete')).first()).toBeVisible()

  await button(page, words('orderForm.review')).click()
  await button(page, words('orderForm.agreeAndContinue')).click()
  await expect(page).toHaveURL(/\/order\/confirm\?/)
  await page.goBack()
  await expect(page.getByText(words('orderForm.complete')).first()).toBeVisible()
  await expectClosed(page)
  await page.goBack()
  await expect(page).toHaveURL(atFaq)
})

test('closes the question over the account sheet first, then the sheet', { tag: '@nightly' }, async ({
  page,
  baseURL,
}) => {
  await begin(page, baseURL)
  await page.goto('/faq')
  await page.goto('/')
  await button(page, words('account.title')).click()
  await button(page, words('accountSheet.signOut')).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toBeVisible()
  await page.goBack()
  await expect(asked).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expectClosed(page)

  // After signing out of both, home replaces them, and one step back returns to the previous page.
  await button(page, words('account.title')).click()
  await button(page, words('accountSheet.signOut')).click()
  await asked.getByRole('button', { name: words('accountSheet.signOut') }).click()
  await expect(page.getByRole('link', { name: words('home.signIn') })).toBeVisible()
  await expectClosed(page)
  await page.goBack()
  // The restored token has ended.
  await expect(page).toHaveURL(/faq/)
})

test('keeps typed text when “back” answers the question whether to leave', { tag: '@nightly' }, async ({
  page,
  baseURL,
}) => {
  await begin(page, baseURL)
  await page.goto('/')
  await page.getByRole('link', { name: words('home.menu.profile') }).click()
  const name = page.getByRole('textbox', { name: words('profile.name') })
  await typeIn(name, 'Ada Lovelace')
  await page.goBack()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.goBack()
  await expectClosed(page)
  await expect(name).toHaveValue('Ada Lovelace')
  await page.goBack()
  await button(page, words('profile.discard')).click()
  await expect(page.getByRole('navigation')).toBeVisible()
  await expect(page).toHaveURL(/\/\?t=\d+$/)
  await expectClosed(page)
})

test('postpones a popup by “back”, and stays on the page @nightly', async ({ page, baseURL }) => {
  const { traveller } = await begin(page, baseURL)
  const operator = operatorOf(baseURL ?? '')
  const order = await placePaidOrder(traveller)
  await play(operator, order, 'reviewing', 'pending_pickup')
  await page.goto('/')
  await page.goto('/faq')
  await countBags(operator, order, 3)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.goBack()
  await expectClosed(page)
  await expect(page).toHaveURL(atFaq)
  await page.goBack()
  await expect(page).toHaveURL(/\/\?t=\d+$/)
})

test('stays while an order is being cancelled, and leaves no history entry afterwards @nightly', async ({
  page,
  baseURL,
}) => {
  const { traveller, order } = await begin(page, baseURL)
  await page.goto('/faq')
  await page.goto(`/order/detail/${order.orderId}`)
  const { promise: held, resolve: release } = withResolvers()
  await page.route(`**/api/orders/${order.orderId}${cancelOrder.path.split('}')[1]}`, async (route) => {
    await held
    await route.continue()
  })
  await button(page, words('cancellation.start')).click()
  // The page also has a button with this name.
  await dialog(page)
    .getByRole('button', { name: words('cancellation.confirm') })
    .click()
  await page.goBack()
  await expect(dialog(page)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(order.orderId))
  release()
  await expectClosed(page)
  expect((await readOrder(traveller, order.orderId)).status).toBe('cancelled')
  await page.goBack()
  await expect(page).toHaveURL(atFaq)
})
