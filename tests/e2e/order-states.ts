import { cancelOrder, type Order, type OrderStatus, operatorReturn } from '@handsfree/core/contract'
import { expect, type Page } from '@playwright/test'
import {
  enter,
  must,
  newKey,
  newTraveller,
  operatorOf,
  placeOrder,
  placePaidOrder,
  type Traveller,
} from './backend.ts'
import { countBags, play } from './desk.ts'
import type { Stage } from './screens.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** From now on, the API reports a pickup two hours ago. */
async function missPickup(page: Page, orderId: string): Promise<void> {
  await page.route(`**/api/orders/${orderId}`, async (route) => {
    const response = await route.fetch()
    const { result, ...envelope } = await response.json()
    const changed = {
      pickupTime: hoursAgo(2),
      createTime: hoursAgo(4),
      promises: { ...result.promises, freeCancellationUntil: hoursAgo(6), pickupMissedFrom: hoursAgo(1) },
    }
    await route.fulfill({ response, json: { ...envelope, result: { ...result, ...changed } } })
  })
}

type PageContext = Pick<Stage, 'page' | 'say' | 'baseURL'>
type OrderContext = PageContext & { traveller: Traveller }

type State = {
  /** Places the order and brings it to this state. */
  make: (making: OrderContext) => Promise<Order>
  /** Opens a part of its page. */
  open?: (around: PageContext) => Promise<void>
  /** Text of the page's marigold control; null if no action is due. */
  gold: (say: Stage['say']) => string | null
}

const paidUntil =
  (status?: OrderStatus) =>
  async ({ traveller, baseURL }: OrderContext) => {
    const order = await placePaidOrder(traveller)
    if (status) await play(operatorOf(baseURL), order, 'reviewing', status)
    return order
  }

const cancelled = async ({ traveller }: OrderContext) => {
  const order = await placePaidOrder(traveller)
  const params = { orderId: order.orderId }
  must(await traveller.api.call(cancelOrder, { params, idempotencyKey: newKey() }))
  return order
}

/** States of an order's page, from the payment to the end. */
export const orderStates: Record<string, State> = {
  unpaid: {
    make: ({ traveller }) => placeOrder(traveller),
    gold: (say) => say('order.pay', { amount: '¥98.00' }),
  },
  'before-pickup': { make: paidUntil('pending_pickup'), gold: () => null },
  missed: {
    make: async (making) => {
      const order = await paidUntil()(making)
      await missPickup(making.page, order.orderId)
      return order
    },
    gold: (say) => say('order.callSupport'),
  },
  surcharge: {
    make: async (making) => {
      const order = await paidUntil('pending_pickup')(making)
      await countBags(operatorOf(making.baseURL), order, 3)
      return order
    },
    gold: (say) => say('ledger.check'),
  },
  'to-collect': { make: paidUntil('delivered'), gold: (say) => say('claim.enlarge') },
  refused: {
    make: async (making) => {
      const order = await paidUntil('delivered')(making)
      const params = { orderId: order.orderId }
      const body = { step: 'begin', reason: 'refused' } as const
      must(await operatorOf(making.baseURL).call(operatorReturn, { params, body }))
      return order
    },
    gold: (say) => say('orderReturn.choose'),
  },
  over: { make: paidUntil('completed'), gold: () => null },
  refund: { make: cancelled, gold: () => null },
  cancel: {
    make: paidUntil(),
    open: async ({ page, say }) => {
      await page.getByRole('button', { name: say('cancellation.start') }).click()
      await expect(page.getByRole('dialog', { name: say('cancellation.title') })).toBeVisible()
    },
    gold: () => null,
  },
}

/** Opens a new traveller's order in this state. */
export async function showState(name: string, around: PageContext, travellerName = 'Ada'): Promise<void> {
  const state = orderStates[name]
  if (!state) throw new Error(`no state ${name}`)
  const { page, baseURL } = around
  const traveller = await newTraveller(baseURL, travellerName)
  const { orderId, orderNumber } = await state.make({ ...around, traveller })
  await enter(page, traveller)
  await page.goto(`/order/detail/${orderId}`)
  await expect(page.getByRole('heading', { name: orderNumber })).toBeVisible()
  await state.open?.(around)
}
