import {
  cancelOrder,
  createClaim,
  makeReceiverLink,
  type Order,
  type OrderDraft,
  openPaymentSession,
  operatorOfferClaim,
  operatorRetag,
  operatorReturn,
  operatorStartClaim,
} from '@handsfree/core/contract'
import { cardTexts } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { expect, type Page } from '@playwright/test'
import {
  answerAll,
  enter,
  must,
  newKey,
  newTraveller,
  operatorOf,
  placeOrder,
  placePaidOrder,
  readOrder,
  type Traveller,
} from './backend.ts'
import { play } from './desk.ts'
import type { File } from './photos.ts'
import { prepareAtDesk } from './prepared.ts'
import { fillOrder, newPhoneNumber, review } from './trip.ts'
import { typeIn } from './type-in.ts'
import { type Locale, type Say, wordsOf } from './words.ts'

/** A traveller with an unpaid order, one on the road, and an open page at the provider. */
export type World = {
  traveller: Traveller
  unpaid: Order
  paid: Order
  sessionId: string
  /** Creates another one in its initial state. */
  again: () => Promise<World>
}

export async function makeWorld(
  baseURL: string,
  name = samples['en-US'].name,
  changed: Partial<OrderDraft> = {},
): Promise<World> {
  const traveller = await newTraveller(baseURL, name)
  const unpaid = await placeOrder(traveller, changed)
  const params = { paymentId: unpaid.paymentId ?? '' }
  const session = must(
    await traveller.api.call(openPaymentSession, { params, body: {}, idempotencyKey: 'a'.repeat(32) }),
  )
  const paid = await placePaidOrder(traveller, changed)
  await play(operatorOf(baseURL), paid, 'reviewing', 'in_transit')
  const again = () => makeWorld(baseURL, name, changed)
  return { traveller, unpaid, paid, sessionId: session.sessionId, again }
}

/** Texts of travelers and customer service. */
export const samples = {
  'en-US': {
    name: 'Ada',
    receiver: 'Mei',
    address: '1 Century Avenue',
    room: 'Room 1208',
    damage: 'A wheel is broken',
    offer: 'The handle is worn, not broken by us.',
  },
  'zh-CN': {
    name: '陈思远',
    receiver: '林美',
    address: '世纪大道 1 号',
    room: '1208 室',
    damage: '行李箱的轮子坏了',
    offer: '拉杆属于正常磨损，不是运送造成的。',
  },
}

export type Stage = {
  page: Page
  say: Say
  sample: (typeof samples)[Locale]
  world: World
  baseURL: string
  station: string
  /** Photos of the bags; one small photo by default. */
  photos?: File[] | undefined
  /** Call it when a page is ready; with a name if a page has several states. */
  show: (variant?: string) => Promise<void>
}

const stations: Record<Locale, string> = { 'en-US': 'Hongqiao Railway Station', 'zh-CN': '上海虹桥站' }

export const stageOf = (locale: Locale, stage: Omit<Stage, 'say' | 'sample' | 'station'>): Stage => ({
  ...stage,
  say: wordsOf(locale),
  sample: samples[locale],
  station: stations[locale],
})

const open = (path: string, shown: (say: Say) => string) => async (stage: Stage) => {
  await stage.page.goto(path)
  await expect(stage.page.getByRole('heading', { name: shown(stage.say) }).first()).toBeVisible()
  await stage.show()
}

const asTraveller = (then: (stage: Stage) => Promise<void>) => async (stage: Stage) => {
  await enter(stage.page, stage.world.traveller)
  await then(stage)
}

const returned = new WeakMap<World, Promise<Order>>()

/** Creates an order whose bags were refused, once per world. */
function returnedOrder(world: World, baseURL: string): Promise<Order> {
  const make = async () => {
    const order = await placePaidOrder(world.traveller)
    const operator = operatorOf(baseURL)
    await play(operator, order, 'reviewing', 'delivered')
    const params = { orderId: order.orderId }
    must(await operator.call(operatorReturn, { params, body: { step: 'begin', reason: 'refused' } }))
    return order
  }
  const order = returned.get(world) ?? make()
  returned.set(world, order)
  return order
}

/** Opens each page of the route table. */
export const screens: Record<string, (stage: Stage) => Promise<void>> = {
  '/': async (stage) => {
    await open('/', (say) => say('home.title'))(stage)
    await asTraveller(async ({ page, show }) => {
      await page.goto('/')
      await expect(page.getByRole('link', { name: /^HF / }).first()).toBeVisible()
      await show('signed-in')
    })(stage)
  },
  '/404': open('/404', (say) => say('notFound.title')),
  '/sign/email': open('/sign/email', (say) => say('emailSignIn.title')),
  '/sign/in': open('/sign/in', (say) => say('signIn.title')),
  '/sign/up': open('/sign/up', (say) => say('signIn.title')),
  '/phone-dial-code': open('/phone-dial-code', (say) => say('dialCode.title')),
  '/terms': open('/terms', (say) => say('terms.title')),
  '/privacy': open('/privacy', (say) => say('privacy.kind.photos')),
  '/accessibility': open('/accessibility', (say) => say('accessibility.help.title')),
  '/about': async (stage) => {
    await stage.page.goto('/about')
    await expect(stage.page.getByText(stage.say('about.call'), { exact: true })).toBeVisible()
    await stage.show()
  },
  '/faq': async ({ page, say, show }) => {
    await page.goto('/faq')
    await page.getByText(say('faq.hotelWait.question')).click()
    await expect(page.getByText(say('faq.hotelWait.answer', say.promised))).toBeVisible()
    await show()
  },
  '/insurance/city/:regionId': async (stage) => {
    await open('/insurance/city/hangzhou', (say) => say('insurance.howTo'))(stage)
    await stage.page.goto('/insurance/city/atlantis')
    await expect(stage.page.getByText(stage.say('error.7006'))).toBeVisible()
    await stage.show('not-there')
  },
  '/handover/:token': asTraveller(async ({ page, say, baseURL, show }) => {
    await page.goto(await prepareAtDesk(baseURL))
    await expect(page.getByRole('heading', { name: say('handover.ready') })).toBeVisible()
    await show()
    await page.goto('/handover/0123456789abcdefABCDEF')
    await expect(page.getByText(say('handover.gone'))).toBeVisible()
    await show('ended')
  }),
  '/start': async ({ page, show }) => {
    await page.goto('/start')
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await show()
  },
  '/luggage/notice': open('/luggage/notice', (say) => say('luggageNotice.sealing')),
  '/service/:serviceId': async (stage) => {
    await stage.page.addInitScript(() => localStorage.setItem('lastSiteQRId', 'demo-hotel-desk'))
    await open('/service/wifi', (say) => say('service.yourHotel'))(stage)
  },
  '/service/record': async ({ page, baseURL, show }) => {
    const traveller = await newTraveller(baseURL)
    const { orderId, orderNumber } = await placeOrder(traveller)
    must(await traveller.api.call(cancelOrder, { params: { orderId }, idempotencyKey: 'b'.repeat(32) }))
    await enter(page, traveller)
    await page.goto('/service/record')
    await expect(page.getByRole('link', { name: orderNumber })).toBeVisible()
    await show()
  },
  '/site/detail/:siteId': async (stage) => {
    const { page, show } = stage
    const place = /People’s Square|人民广场/
    await page.goto('/site/detail/peoples-square-storage')
    await expect(page.getByRole('heading', { name: place })).toBeVisible()
    await show()
    await page.getByRole('button', { name: place }).click()
    await expect(page.getByRole('link', { name: stage.say('map.google') })).toBeVisible()
    await show('map')
  },
  '/verification-code/send': async (stage) => {
    const phone = { dialCode: '86', phoneNumber: newPhoneNumber() }
    const auth = JSON.stringify({ version: 1, phone, account: null })
    await stage.page.addInitScript((stored) => localStorage.setItem('auth', stored), auth)
    await open('/verification-code/send', (say) => say('code.sendTitle'))(stage)
  },
  '/verification-code/check': async ({ page, say, show }) => {
    await page.goto('/sign/in')
    await typeIn(page.getByRole('textbox', { name: say('signIn.phone') }), `+86${newPhoneNumber()}`)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: say('signIn.sendCode') }).click()
    await expect(page.getByRole('heading', { name: say('code.title') })).toBeVisible()
    await show()
  },
  '/person/profile/init': async (stage) => {
    await enter(stage.page, await newTraveller(stage.baseURL))
    await open('/person/profile/init', (say) => say('profileInit.title'))(stage)
  },
  '/feedback': asTraveller(open('/feedback', (say) => say('feedback.title'))),
  '/person/saved': async ({ page, say, sample, baseURL, show }) => {
    const traveller = await newTraveller(baseURL, sample.name)
    await enter(page, traveller)
    await page.goto('/person/saved')
    await expect(page.getByText(say('saved.empty'))).toBeVisible()
    await show('empty')
    const receiver = { name: sample.receiver, dialCode: '86', phoneNumber: '13800138000' }
    const address = { regionId: 'shanghai', address: sample.address, detail: sample.room }
    await placeOrder(traveller, { receiver, delivery: { kind: 'custom', ...address } }, [
      'receiver',
      'address',
    ])
    await page.reload()
    await expect(page.getByText(address.address)).toBeVisible()
    await show()
  },
  '/person/account': asTraveller(async (stage) => {
    await open('/person/account', (say) => say('myAccount.title'))(stage)
    await expect(stage.page.getByText(stage.say('myAccount.thisDevice')).first()).toBeVisible()
    await stage.show('read')
  }),
  '/person/profile/edit': asTraveller(open('/person/profile/edit', (say) => say('profile.title'))),
  '/person/notification': asTraveller(async ({ page, world, show }) => {
    await page.goto('/person/notification')
    await expect(page.getByText(world.paid.orderNumber).first()).toBeVisible()
    await show()
  }),
  '/qr-code/scan': async ({ page, say, show }) => {
    // Without a camera, the page shows the other ways.
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await page.goto('/qr-code/scan')
    await expect(page.getByText(say('scan.allowCamera'))).toBeVisible()
    await show()
    await page.getByRole('button', { name: say('scan.typeCode') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await show('typed')
  },
  '/order/create/:qrId': asTraveller(async ({ page, say, station, photos, show }) => {
    await page.goto('/order/create/demo-hotel-desk')
    await fillOrder(page, say, { place: station, photos })
    await show('filled')
    await page.goto('/order/create/demo-hotel-room-1208')
    await expect(page.getByRole('button', { name: say('orderForm.review') })).toBeVisible()
    await page.getByRole('button', { name: say('orderForm.review') }).click()
    await expect(page.getByText(say('orderForm.problem.deliveryRequired')).first()).toBeVisible()
    await show('missing')
    await page.getByRole('button', { name: say('orderForm.chooseDestination'), exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    await show('places')
  }),
  '/order/confirm': asTraveller(async ({ page, say, station, photos, show }) => {
    await page.goto('/order/create/demo-hotel-desk')
    await fillOrder(page, say, { place: station, photos })
    await review(page, say)
    await show()
  }),
  '/order/change/:orderId': asTraveller(async ({ page, say, world, show }) => {
    const { orderId } = await placePaidOrder(world.traveller)
    await page.goto(`/order/change/${orderId}`)
    await expect(page.getByText(say('orderChange.intro'))).toBeVisible()
    await show()
    await page.getByRole('button', { name: say('orderForm.fewerPieces') }).click()
    await page.getByRole('button', { name: say('orderChange.preview') }).click()
    await expect(page.getByRole('dialog', { name: say('orderChange.sheetTitle') })).toBeVisible()
    await show('difference')
    await page.goto(`/order/change/${world.paid.orderId}`)
    await expect(page.getByText(say('orderChange.introMoving', policy))).toBeVisible()
    await show('moving')
    await page.goto(`/order/change/${world.unpaid.orderId}`)
    await expect(page.getByText(say('orderChange.reason', { reason: 'unpaid' }))).toBeVisible()
    await show('refused')
  }),
  '/order/card/:orderId': asTraveller(async ({ page, say, world, show }) => {
    await page.goto(`/order/card/${world.paid.orderId}`)
    await expect(page.getByText(cardTexts['zh-CN'].delivery(2))).toBeVisible()
    await show()
    await page.goto(`/order/card/${world.unpaid.orderId}`)
    await expect(page.getByText(say('card.none'))).toBeVisible()
    await show('none')
  }),
  '/order/claims/:orderId': async ({ page, say, sample, baseURL, show }) => {
    // Its own traveller, so that each picture starts without claims on any page.
    const traveller = await newTraveller(baseURL, sample.name)
    await enter(page, traveller)
    const order = await placePaidOrder(traveller)
    const operator = operatorOf(baseURL)
    await play(operator, order, 'reviewing', 'in_transit')
    const params = { orderId: order.orderId }
    await page.goto(`/order/claims/${params.orderId}`)
    await expect(page.getByText(order.orderNumber)).toBeVisible()
    await show()
    const facts = { words: sample.damage, photos: [], amount: 300_00 }
    const body = { kind: 'damaged' as const, ...facts }
    const claim = must(await traveller.api.call(createClaim, { params, body, idempotencyKey: newKey() }))
    const named = { claimId: claim.claimId }
    must(await operator.call(operatorStartClaim, { params: named, body: {} }))
    const offer = { amount: 150_00, words: sample.offer }
    must(await operator.call(operatorOfferClaim, { params: named, body: offer }))
    // The form of the first picture is still open.
    await page.reload()
    await expect(page.getByRole('button', { name: say('claim.decline'), exact: true })).toBeVisible()
    await show('offered')
    await page.getByRole('button', { name: say('claim.complain'), exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
    await show('complain')
    await page.keyboard.press('Escape')
  },
  '/trip/:token': async ({ page, say, world, show }) => {
    const params = { orderId: world.paid.orderId }
    const body = { showsClaimCode: true }
    const { link } = must(await world.traveller.api.call(makeReceiverLink, { params, body }))
    await page.goto(link?.path ?? '')
    await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
    await show()
    await page.goto(`/trip/${'A'.repeat(22)}`)
    await expect(page.getByText(say('trip.endedTitle'))).toBeVisible()
    await show('ended')
  },
  '/order/ledger/:orderId': async ({ page, say, sample, baseURL, show }) => {
    // Its own traveller, so that each picture shows one question.
    const traveller = await newTraveller(baseURL, sample.name)
    await enter(page, traveller)
    const order = await placePaidOrder(traveller)
    const { orderId } = order
    await play(operatorOf(baseURL), order, 'reviewing', 'in_transit')
    const { bags } = await readOrder(traveller, orderId)
    const tagCode = bags.at(-1)?.tagCode ?? ''
    const newSealNumber = '4480'
    const retag = { tagCode, newTagCode: `${tagCode.slice(0, 11)}-${newSealNumber}`, newSealNumber }
    must(await operatorOf(baseURL).call(operatorRetag, { params: { orderId }, body: retag }))
    await page.goto(`/order/ledger/${orderId}`)
    await expect(page.getByRole('button', { name: say('ledger.notRight') }).first()).toBeVisible()
    await show()
    await answerAll(traveller, order, 'right')
    await expect(page.getByText(say('ledger.answered.noted')).first()).toBeVisible()
    await show('answered')
  },
  '/order/invoice/:orderId': asTraveller(async ({ page, say, world, show }) => {
    await page.goto(`/order/invoice/${world.paid.orderId}`)
    await page.getByRole('button', { name: say('invoice.send') }).click()
    await expect(page.getByText(say('invoice.nameRequired'))).toBeVisible()
    await show()
  }),
  '/order/return/:orderId': asTraveller(async ({ page, say, world, baseURL, show }) => {
    const { orderId } = await returnedOrder(world, baseURL)
    await page.goto(`/order/return/${orderId}`)
    await expect(page.getByRole('heading', { name: say('orderReturn.choice') })).toBeVisible()
    await page.getByRole('radio').first().locator('..').click()
    await show()
  }),
  '/order/category': async ({ page, world, show }) => {
    // A new world, so that orders of other pictures aren't listed.
    const { traveller, unpaid } = await world.again()
    await enter(page, traveller)
    await page.goto('/order/category')
    await expect(page.getByText(unpaid.orderNumber).first()).toBeVisible()
    await show()
  },
  '/payment/checkout/:paymentId': asTraveller(async ({ page, say, world, show }) => {
    await page.goto(`/payment/checkout/${world.unpaid.paymentId}`)
    await expect(page.getByText(say('payment.toPay'))).toBeVisible()
    await show()
  }),
  '/payment/session-status': asTraveller(async (stage) =>
    open(`/payment/session-status?sessionId=${stage.world.sessionId}`, (say) => say('payment.checkingTitle'))(
      stage,
    ),
  ),
  '/order/detail/:orderId': asTraveller(async ({ page, say, world, show }) => {
    // An order of another picture may ask something.
    await page.addLocatorHandler(page.getByRole('button', { name: say('notification.later') }), (later) =>
      later.click(),
    )
    await page.goto(`/order/detail/${world.paid.orderId}`)
    await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
    await show()
    await page.getByRole('button', { name: say('receiverLink.open') }).click()
    const make = page.getByRole('button', { name: say('receiverLink.make') })
    await make
      .or(page.getByRole('button', { name: say('receiverLink.copy') }))
      .first()
      .waitFor()
    if (await make.isVisible()) await make.click()
    await expect(page.getByRole('button', { name: say('receiverLink.copy') })).toBeVisible()
    await show('receiver-link')
  }),
}
