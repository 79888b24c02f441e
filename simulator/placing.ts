import {
  type Draft,
  deliveryDays,
  deliverySlots,
  openPlacement,
  type PlacementActor,
  pickupDays,
  pickupSlots,
  placeholderRoute,
  readPendingDraft,
  selectDraft,
  selectDraftForm,
  selectDraftProblems,
  selectPaymentChild,
  selectPhotoSet,
  selectPlace,
  selectPlacementIsBusy,
  selectRoute,
} from '@handsfree/core/booking'
import { type PhotoSetActor, selectCanRetryPhoto, selectPhotos } from '@handsfree/core/photos'
import { maxDeclaredValue } from '@handsfree/core/policy'
import { demoCatalogue } from '../server/runtime/demo/world.ts'
import type { Chance } from './chance.ts'
import type { Tab } from './device.ts'
import type { Guest } from './world.types.ts'

export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const airport = demoCatalogue.sites.find(({ siteId }) => siteId === 'pudong-airport-t2')!
const toAirport = {
  kind: 'site',
  site: {
    siteId: airport.siteId,
    name: airport.name['en-US'],
    address: airport.address['en-US'],
    storage: airport.storage,
    regionId: airport.regionId,
    timeZone: airport.timeZone,
    hours: airport.hours,
  },
} as const

function oddTimes(now: number, chance: Chance): Partial<Draft> {
  const time = now + chance.between(5, 1_200) * 60_000
  const grid = chance.bool(0.6) ? 1_800_000 : 60_000
  const pickup = Math.ceil(time / grid) * grid
  return { pickupTime: new Date(pickup).toISOString() }
}

function fill(traveller: Guest<Tab>, tab: Tab, placement: PlacementActor): void {
  const { chance, habits, name, phoneNumber } = traveller
  const form = selectDraftForm(placement.getSnapshot())
  if (!form) return
  const snapshot = form.getSnapshot()
  const place = selectPlace(snapshot)
  const draft = selectDraft(snapshot)
  const [field] = Object.keys(selectDraftProblems(snapshot)) as (keyof ReturnType<
    typeof selectDraftProblems
  >)[]
  if (!field) {
    if (habits.isOdd && chance.bool(0.7)) {
      tab.log('asks for a time that no page offers')
      form.send({ type: 'draft.change', patch: oddTimes(tab.app.clock.now(), chance) })
    }
    if (habits.isCareful && draft.declaredValue === 0) {
      const declaredValue = Math.ceil(maxDeclaredValue(place.insurancePlan) * (0.5 + chance.next() / 2))
      form.send({ type: 'draft.change', patch: { declaredValue, pieces: chance.between(2, 4) } })
    }
    placement.send({ type: 'draft.review' })
    return
  }
  const change = (patch: Partial<Draft>) => {
    tab.log(`fills in ${field}`)
    form.send({ type: 'draft.change', patch })
  }
  const now = tab.app.clock.now()
  const route = selectRoute(snapshot) ?? placeholderRoute(place)
  if (field === 'delivery' && habits.isTravelling && draft.delivery === null) {
    const { timeZone } = place.site
    change({ delivery: { ...toAirport, site: { ...toAirport.site, timeZone } } })
  } else if (field === 'delivery') {
    const { regionId } = chance.pick(place.serviceAreas)
    const save = habits.isCurious ? { save: true } : {}
    change({ delivery: { kind: 'custom', regionId, address: '1 Century Avenue', detail: 'Lobby', ...save } })
  } else if (field === 'pickupTime') {
    const days = pickupDays(now, place.site)
    const slots = days.slice(0, 2).flatMap((one) => pickupSlots(one, now, place.site))
    change({ pickupTime: slots.length > 0 ? chance.pick(slots) : null })
  } else if (field === 'deliveryTime' && draft.pickupTime) {
    const { pickupTime } = draft
    const slots = deliveryDays(pickupTime, route)
      .slice(0, 2)
      .flatMap((one) => deliverySlots(one, pickupTime, route))
    change({
      deliveryTime: slots.length > 0 ? chance.pick(slots) : null,
      ...(slots.length > 0 ? {} : { pickupTime: null }),
    })
  } else if (field === 'photos') addPhoto(traveller, tab, selectPhotoSet(snapshot))
  else if (field.startsWith('receiver'))
    change({ receiver: { who: 'other', name, dialCode: '86', phoneNumber } })
  else if (field.startsWith('room')) change({ roomNumber: '1208', roomPassword: '1234#' })
  else change({ pieces: chance.between(1, 3), declaredValue: 0, remarks: '' })
}

export function addPhoto({ name, world }: Guest<Tab>, tab: Tab, set: PhotoSetActor): void {
  const failed = selectPhotos(set.getSnapshot()).find((photo) => selectCanRetryPhoto(photo.getSnapshot()))
  if (failed) {
    failed.send({ type: 'photo.retry' })
    if (selectCanRetryPhoto(failed.getSnapshot()))
      world.fail('failedPhotosGoAgain', `${name} presses retry without effect`)
  } else if (selectPhotos(set.getSnapshot()).length === 0) {
    tab.log('adds a photo')
    set.send({ type: 'photo.add', sources: [picture] })
  }
}

type Placer = Guest<Tab> & { device: { tabs: ReadonlySet<Tab> }; openTab(): Tab }

/** Submits the order from each tab that shows its price. False until a second tab does. */
function sendFromBoth(traveller: Placer, tab: Tab): boolean {
  const { qrId, chance } = traveller
  const others = [...traveller.device.tabs].filter(
    (other) => other !== tab && other.isOpen && other.atBank === null,
  )
  const confirmingTabs = others
    .map((other) => other.app.placements.get(qrId))
    .filter((other) => other?.getSnapshot().matches('confirming'))
  if (confirmingTabs.length === 0) {
    if (others.length === 0) traveller.openTab()
    return chance.bool(0.05)
  }
  for (const other of confirmingTabs) other?.send({ type: 'order.submit' })
  return true
}

export function placeStep(traveller: Placer, tab: Tab): void {
  const { qrId, chance, habits } = traveller
  const running = tab.app.placements.get(qrId)
  if (tab.screen.name !== 'create' || !running) {
    const pending = running ? null : readPendingDraft(tab.app, qrId)
    const openedPlacement = openPlacement(tab.app, qrId, 'editing')
    if (pending?.orderId === null && openedPlacement.getSnapshot().context.draftKey !== pending.draftKey)
      traveller.world.fail(
        'draftsComeBack',
        `${traveller.name} had begun draft ${pending.draftKey}, and another one begins`,
      )
    openedPlacement.subscribe(({ context }) => {
      if (context.orderId !== null) traveller.addOrder(context.orderId)
    })
    tab.show({ name: 'create', actor: openedPlacement, stop() {} })
    return
  }
  const snapshot = running.getSnapshot()
  const { orderId } = snapshot.context
  if (orderId !== null) traveller.addOrder(orderId)
  if (snapshot.status !== 'active') {
    tab.show({ name: 'home', stop() {} })
    return
  }
  if (selectPlacementIsBusy(snapshot)) return
  if (snapshot.matches('editing')) {
    const form = selectDraftForm(snapshot)
    if (form?.getSnapshot().matches({ open: 'pristine' }) && chance.bool(0.05))
      form.send({ type: 'draft.change', patch: { pieces: chance.between(1, 3) } })
    fill(traveller, tab, running)
  } else if (snapshot.matches('agreeingToTerms')) running.send({ type: 'terms.agree' })
  else if (snapshot.matches('confirming') || snapshot.matches('outcomeUnknown')) {
    if (habits.isDouble && snapshot.matches('confirming') && !sendFromBoth(traveller, tab)) return
    tab.log('submits the order')
    running.send({ type: 'order.submit' })
  } else if (snapshot.matches('unreachable')) running.send({ type: 'placement.retry' })
  else if (snapshot.matches('paying')) {
    const payment = selectPaymentChild(snapshot)
    if (payment) traveller.pay(tab, payment)
  }
}
