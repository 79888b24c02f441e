import { randomBytes } from 'node:crypto'
import type { Result } from '@handsfree/core'
import { type ApiClient, createApiClient } from '@handsfree/core/api'
import { deliverySlots, pickupSlots, routeTo } from '@handsfree/core/booking'
import {
  type Account,
  answerQuestion,
  createOrder,
  getLedger,
  getOrder,
  getQrSite,
  listSites,
  locationTypes,
  type Order,
  type OrderDraft,
  openPaymentSession,
  quoteOrder,
  type RememberedPart,
  sendVerificationCode,
  signIn,
  updateProfile,
  uploadFile,
} from '@handsfree/core/contract'
import { dayOf } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import type { Page } from '@playwright/test'
import { photographSuitcase } from '../../server/flows/autopilot/suitcase.ts'
import { demoValues } from '../../server/runtime/demo/demo-values.ts'
import { orderDraft } from '../order-draft.ts'
import { newPhoneNumber } from './trip.ts'

export const newKey = () => randomBytes(16).toString('hex')

/** Returns the value of a call in a test's setup. Throws if the server refused it. */
export const must = <Value>(result: Result<Value, unknown>): Value => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** Gives every client its own address, since the server limits unverified numbers per address. */
const fetchFrom = (address: string): typeof fetch => {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('X-Forwarded-For', address)
    return fetch(input, { ...init, headers })
  }
}

export const clientOf = (baseUrl: string, token: string | null): ApiClient =>
  createApiClient({
    platform: {
      fetch: fetchFrom([10, ...randomBytes(3)].join('.')),
      clock: {
        setTimeout: (task, milliseconds) => setTimeout(task, milliseconds),
        clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
      },
    },
    baseUrl,
    locale: () => 'en-US',
    token: () => token,
    onNotLoggedIn: () => {},
  })

export type Card = 'pays' | 'declined' | 'late' | 'silent'

/** A signed-in traveller, and calls that bring an order to the start of a test. */
export type Traveller = {
  account: Account
  api: ApiClient
  baseUrl: string
  phone: { dialCode: string; phoneNumber: string }
  /** Also collects the bags. */
  name: string
}

/** `agrees`: to the privacy policy, unlike with clients of older releases. */
export async function newTraveller(baseUrl: string, name?: string, agrees = true): Promise<Traveller> {
  const phone = { dialCode: '86', phoneNumber: newPhoneNumber() }
  const visitor = clientOf(baseUrl, null)
  const { demoCode = '' } = must(await visitor.call(sendVerificationCode, { body: phone }))
  const consent = { version: policy.privacyVersion, locale: 'en-US' } as const
  const body = { ...phone, code: demoCode, ...(agrees ? { consent } : {}) }
  const account = must(await visitor.call(signIn, { body }))
  const api = clientOf(baseUrl, account.token)
  if (name !== undefined) must(await api.call(updateProfile, { body: { name } }))
  return { account, api, baseUrl, phone, name: name ?? 'Ada' }
}

export async function enter(page: Page, { account, api }: Traveller): Promise<void> {
  const { origin } = new URL(api.url('/'))
  await page.context().addCookies([{ name: 'account', value: 'yes', url: origin }])
  const auth = JSON.stringify({ version: 1, phone: { dialCode: '86', phoneNumber: '' }, account })
  await page.context().addInitScript((stored) => localStorage.setItem('auth', stored), auth)
}

const drawnSuitcases: Promise<Buffer>[] = []
const suitcase = (index: number) => {
  drawnSuitcases[index] ??= photographSuitcase(index)
  return drawnSuitcases[index]
}

/** Uploads a drawn suitcase as a photo; returns its URL. */
export async function uploadPhoto(api: ApiClient, path = '/files', index = 0): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(await suitcase(index))]), 'bag.png')
  const answer = await fetch(api.url(path), { method: 'POST', headers: api.headers(), body })
  return must(await api.read(uploadFile, await answer.json())).url
}

/** An unpaid order of two bags for tomorrow at noon, to a railway station with storage. */
export async function placeOrder(
  traveller: Traveller,
  changed: Partial<OrderDraft> = {},
  remember: RememberedPart[] = [],
): Promise<Order> {
  const { api, phone, name } = traveller
  const { qrId, pieces, declaredValue } = { ...orderDraft, ...changed }
  const place = must(await api.call(getQrSite, { params: { qrId } }))
  const { site } = place
  const query = { regionId: site.regionId, types: [String(locationTypes.trainTerminal)] }
  const { list } = must(await api.call(listSites, { query }))
  const destination = list.find(({ storage }) => storage)
  if (!destination) throw new Error('no station with storage')
  const route = routeTo(
    place,
    changed.delivery?.kind === 'custom' ? changed.delivery : { kind: 'site', site: destination },
  )
  if (!route.ok) throw new Error(`no route: ${route.error}`)
  const tomorrow = dayOf(Date.now() + 24 * 3_600_000, site.timeZone)
  // At noon, so that cancellation is free at any time of day.
  const pickupTime = pickupSlots(tomorrow, Date.now(), site).find((slot) => slot.includes('T12:00')) ?? ''
  const [deliveryTime = ''] = deliverySlots(tomorrow, pickupTime, route.value)
  const draft = {
    ...orderDraft,
    delivery: { kind: 'site' as const, siteId: destination.siteId },
    pickupTime,
    deliveryTime,
    photos: [await uploadPhoto(api)],
    receiver: { name, ...phone },
    ...changed,
  }
  const { delivery } = draft
  const priced = delivery.kind === 'site' ? delivery : { kind: delivery.kind, regionId: delivery.regionId }
  const { quoteId } = must(
    await api.call(quoteOrder, {
      body: { qrId, pieces, declaredValue, delivery: priced },
    }),
  )
  const body = { draft, quoteId, termsVersion: policy.termsVersion, remember }
  return must(await api.call(createOrder, { body, idempotencyKey: newKey() }))
}

export const readOrder = async ({ api }: Traveller, orderId: string): Promise<Order> =>
  must(await api.call(getOrder, { params: { orderId } }))

/** Answers all open questions about an order's bags. */
export async function answerAll(
  { api }: Traveller,
  { orderId }: Order,
  answer: 'right' | 'notRight',
): Promise<void> {
  const { questions } = must(await api.call(getLedger, { params: { orderId } }))
  for (const { questionId, state } of questions)
    if (state === 'asked') must(await api.call(answerQuestion, { params: { questionId }, body: { answer } }))
}

export async function useCard({ api, baseUrl }: Traveller, { paymentId }: Order, card: Card): Promise<void> {
  const params = { paymentId: paymentId ?? '' }
  const session = must(await api.call(openPaymentSession, { params, body: {}, idempotencyKey: newKey() }))
  const body = new URLSearchParams({ card })
  await fetch(new URL(session.redirectUrl, baseUrl), { method: 'POST', body, redirect: 'manual' })
}

/** A paid order under review, unless the autopilot has already reviewed it. */
export async function placePaidOrder(
  traveller: Traveller,
  changed: Partial<OrderDraft> = {},
): Promise<Order> {
  const { orderId, ...order } = await placeOrder(traveller, changed)
  await useCard(traveller, { orderId, ...order }, 'pays')
  const paid = await readOrder(traveller, orderId)
  if (paid.payments.length === 0) throw new Error('the payment did not reach the order')
  return paid
}

export async function newPaidOrder(baseUrl: string): Promise<{ traveller: Traveller; order: Order }> {
  const traveller = await newTraveller(baseUrl)
  return { traveller, order: await placePaidOrder(traveller) }
}

export const operatorOf = (baseUrl: string): ApiClient => clientOf(baseUrl, demoValues.operatorToken)
