import '@handsfree/core/polyfills'
import {
  createApp,
  createDeviceConsent,
  createFormatter,
  createOrderDetail,
  type Draft,
  deliveryDays,
  deliverySlots,
  formatMoney,
  type Order,
  openPlacement,
  type PaymentActor,
  type Platform,
  pickupDays,
  pickupSlots,
  routeOfTimes,
  selectCanReopen,
  selectDraft,
  selectDraftForm,
  selectIsEnteringCode,
  selectIsEnteringPhone,
  selectIsLive,
  selectIsSignedIn,
  selectLocale,
  selectMessages,
  selectPaymentChild,
  selectPhotoSet,
  selectPhotos,
  selectPlace,
} from '@handsfree/core'
import { countryNames, countryOptions, defaultDialCode } from '@handsfree/core/phone'
import { type AnyActorRef, waitFor } from 'xstate'

/** Actions of the traveller and of others. */
export type TravellerActions = {
  baseUrl: string
  staticKey: string
  qrId: string
  phoneNumber: string
  photo: unknown
  /** The code in the text message. */
  readCode(): Promise<string>
  /** Pays on the provider's page. */
  pay(url: string): Promise<void>
  /** Couriers and desks complete the order. */
  carry(order: Order): Promise<void>
}

export type TripSummary = { status: string; title: string; total: string; live: boolean; countries: string[] }

const waitUntil = <Actor extends AnyActorRef>(
  actor: Actor,
  is: (snapshot: ReturnType<Actor['getSnapshot']>) => boolean,
) => waitFor(actor, is, { timeout: Number.POSITIVE_INFINITY })

async function signIn(app: ReturnType<typeof createApp>, hands: TravellerActions): Promise<void> {
  const { auth } = app
  auth.send({ type: 'auth.begin', qrId: hands.qrId })
  await waitUntil(auth, selectIsEnteringPhone)
  auth.send({ type: 'phone.change', phone: { dialCode: '86', phoneNumber: hands.phoneNumber } })
  createDeviceConsent(app).change(true)
  auth.send({ type: 'code.request' })
  await waitUntil(auth, selectIsEnteringCode)
  auth.send({ type: 'code.change', code: await hands.readCode() })
  auth.send({ type: 'code.submit' })
  await waitUntil(auth, selectIsSignedIn)
  auth.send({ type: 'profile.skip' })
}

/** From the QR code to the collected bags, with core only. */
export async function trip(platform: Platform, hands: TravellerActions): Promise<TripSummary> {
  let open: (url: string) => void = () => {}
  const opened = new Promise<string>((resolve) => {
    open = resolve
  })
  const app = createApp(
    { ...platform, openPage: (url) => open(url) },
    { baseUrl: hands.baseUrl, staticKey: hands.staticKey, brokerScheme: 'ws' },
  )
  app.start()
  await signIn(app, hands)

  const placement = openPlacement(app, hands.qrId, 'editing')
  await waitUntil(placement, (snapshot) => selectDraftForm(snapshot) !== null)
  const form = selectDraftForm(placement.getSnapshot())!
  const place = selectPlace(form.getSnapshot())
  const change = (patch: Partial<Draft>) => form.send({ type: 'draft.change', patch })
  const { regionId } = place.serviceAreas[0]!
  change({ delivery: { kind: 'custom', regionId, address: '1 Century Avenue', detail: 'Lobby' } })
  const now = app.clock.now()
  const [pickupTime = ''] = pickupSlots(pickupDays(now, place.site)[1]!, now, place.site)
  const route = routeOfTimes(place, selectDraft(form.getSnapshot()).delivery)
  const [deliveryTime = ''] = deliverySlots(deliveryDays(pickupTime, route)[0]!, pickupTime, route)
  change({
    pieces: 2,
    pickupTime,
    deliveryTime,
    receiver: { who: 'other', name: 'Ada', dialCode: '86', phoneNumber: hands.phoneNumber },
  })
  const photos = selectPhotoSet(form.getSnapshot())
  photos.send({ type: 'photo.add', sources: [hands.photo] })
  const [photo] = selectPhotos(photos.getSnapshot())
  await waitUntil(photo!, (snapshot) => snapshot.matches('uploaded'))
  await waitUntil(placement, (snapshot) => snapshot.can({ type: 'draft.review' }))
  placement.send({ type: 'draft.review' })
  await waitUntil(
    placement,
    (snapshot) => snapshot.matches('agreeingToTerms') || snapshot.matches('confirming'),
  )
  placement.send({ type: 'terms.agree' })
  await waitUntil(placement, (snapshot) => snapshot.matches('confirming'))
  placement.send({ type: 'order.submit' })
  await waitUntil(placement, (snapshot) => selectPaymentChild(snapshot) !== undefined)
  const payment = selectPaymentChild(placement.getSnapshot()) as PaymentActor
  if (selectCanReopen(payment.getSnapshot())) payment.send({ type: 'payment.open' })
  await hands.pay(await opened)
  if (payment.getSnapshot().can({ type: 'payment.checkAgain' })) payment.send({ type: 'payment.checkAgain' })
  await waitUntil(placement, (snapshot) => snapshot.status !== 'active')
  const { orderId } = placement.getSnapshot().context

  const detail = createOrderDetail(app, orderId ?? '')
  detail.start()
  await waitUntil(app.realtime, selectIsLive)
  const { context: shown } = await waitUntil(detail, ({ context: { order } }) => order !== null)
  await hands.carry(shown.order!)
  const { context: seen } = await waitUntil(
    detail,
    ({ context: { order } }) => order?.lifecycle.warehouse === 'handed',
  )
  const language = app.language.getSnapshot()
  const intl = createFormatter(selectLocale(language), selectMessages(language)!, 'Asia/Shanghai')
  const names = [...countryNames('zh-CN'), ...countryOptions('en-US')]
  const result = {
    status: seen.order?.status ?? '',
    title: intl.formatMessage({ id: 'handIn.title.desk' }, { pieces: 2 }),
    total: formatMoney(seen.order!.total, intl),
    live: selectIsLive(app.realtime.getSnapshot()),
    countries: [
      ...names.filter(({ code }) => code === 'FR').map(({ localName }) => localName),
      defaultDialCode(['zh-Hans-CN']),
    ],
  }
  detail.stop()
  app.stop()
  return result
}
