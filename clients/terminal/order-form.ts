import {
  anyRoute,
  type Draft,
  type DraftField,
  type DraftFormActor,
  type DraftProblem,
  deliveryDays,
  deliverySlots,
  pickupDays,
  pickupSlots,
  recentRecipientName,
  selectDraft,
  selectLivePrice,
  selectPhotoSet,
  selectPlace,
  selectRoute,
} from '@handsfree/core/booking'
import {
  type OrderField,
  orderFields,
  requiredFieldNames,
  requiredFieldsAt,
  type Site,
} from '@handsfree/core/contract'
import {
  dayOf,
  formatClock,
  formatDay,
  formatMoney,
  isElsewhere,
  joinParts,
  minorUnits,
} from '@handsfree/core/i18n'
import { readPhoneEntry } from '@handsfree/core/phone'
import { coverOfPiece, insuranceTierFor, maxDeclaredValue, policy } from '@handsfree/core/policy'
import { askNumber } from './ask-number.ts'
import { priceRows } from './confirm.ts'
import { askDelivery } from './delivery.ts'
import { askPhotos } from './photos.ts'
import { askSavedReceiver } from './saved-offers.ts'
import type { Step } from './step.ts'

type Ask = (step: Step, form: DraftFormActor) => Promise<void>

const draftOf = (form: DraftFormActor) => selectDraft(form.getSnapshot())
const change = (form: DraftFormActor, patch: Partial<Draft>) => form.send({ type: 'draft.change', patch })

const tellPrice = (step: Step, form: DraftFormActor) =>
  step.tell(...priceRows(step, selectLivePrice(form.getSnapshot())))

async function askText(step: Step, form: DraftFormActor, name: OrderField): Promise<void> {
  const { hint, label } = orderFields[name]
  step.tell(step.words(hint))
  change(form, { [name]: await step.ask(step.words(label), draftOf(form)[name]) })
}

const askRoom: Ask = async (step, form) => {
  const place = selectPlace(form.getSnapshot())
  const required = requiredFieldsAt(place)
  if (place.roomNumber === null && required.length === 0) return
  const { roomNumber } = draftOf(form)
  change(form, { roomNumber: await step.ask(step.words('orderForm.roomNumber'), roomNumber) })
  for (const name of required) await askText(step, form, name)
}

async function askTime(
  step: Step,
  name: 'pickup' | 'delivery',
  { timeZone, regionName: city }: Pick<Site, 'timeZone' | 'regionName'>,
  days: readonly string[],
  slotsOf: (day: string) => readonly string[],
  current: string | null,
): Promise<string | null> {
  const { intl, words, app } = step
  const now = app.clock.now()
  const dayChoices = days.map((day) => ({ value: day, label: formatDay(day, { timeZone, now, intl }) }))
  if (dayChoices.length === 0) return null
  const zone = isElsewhere(now, timeZone, intl.timeZone) && words('time.ofCity', { city })
  const question = (part: 'Day' | 'Time') => joinParts([words(`orderForm.${name}${part}`), zone])
  const day = await step.choose(question('Day'), dayChoices, {
    inRows: true,
    initial: current ? dayOf(current, timeZone) : '',
  })
  const slots = slotsOf(day).map((slot) => ({ value: slot, label: formatClock(slot, { timeZone, intl }) }))
  return slots.length === 0
    ? null
    : step.choose(question('Time'), slots, { inRows: true, initial: current ?? '' })
}

const askPickup: Ask = async (step, form) => {
  const place = selectPlace(form.getSnapshot())
  const { site } = place
  const now = step.app.clock.now()
  const { pickupTime: current } = draftOf(form)
  const slotsOf = (day: string) => pickupSlots(day, now, site)
  const pickupTime = await askTime(step, 'pickup', site, pickupDays(now, site), slotsOf, current)
  change(form, { pickupTime })
}

const askDeliveryTime: Ask = async (step, form) => {
  const place = selectPlace(form.getSnapshot())
  const { pickupTime, deliveryTime: current } = draftOf(form)
  if (!pickupTime) return
  const route = selectRoute(form.getSnapshot()) ?? anyRoute(place)
  const slotsOf = (day: string) => deliverySlots(day, pickupTime, route)
  const days = deliveryDays(pickupTime, route)
  change(form, { deliveryTime: await askTime(step, 'delivery', place.site, days, slotsOf, current) })
}

const askPieces: Ask = async (step, form) => {
  const problem = step.words('orderForm.problem.piecesOutOfRange', policy)
  step.tell(step.words('orderForm.largestBag', policy))
  const { pieces } = draftOf(form)
  const limits = { min: 1, max: policy.maxPieces, problem }
  change(form, { pieces: await askNumber(step, step.words('orderForm.pieces'), pieces, limits) })
  tellPrice(step, form)
}

const askDeclaredValue: Ask = async (step, form) => {
  const { intl, words } = step
  const place = selectPlace(form.getSnapshot())
  const { currency } = place.priceRule
  const money = (amount: number) => formatMoney({ amount, currency }, intl, { round: true })
  const most = maxDeclaredValue(place.insurancePlan)
  const value = await askNumber(
    step,
    `${words('orderForm.declaredValue')} (${currency})`,
    draftOf(form).declaredValue / minorUnits,
    { min: 0, max: most / minorUnits, problem: words('orderForm.coverUpTo', { most: money(most) }) },
  )
  change(form, { declaredValue: value * minorUnits })
  const tier = insuranceTierFor(place.insurancePlan, value * minorUnits)
  if (tier) {
    const { amount: premium } = tier.premiumPerPiece
    step.tell(
      words(premium === 0 ? 'orderForm.coverIncluded' : 'orderForm.coverCosts', {
        cover: money(coverOfPiece(tier, value * minorUnits)),
        premium: money(premium),
      }),
    )
  }
  tellPrice(step, form)
}

const askReceiver: Ask = async (step, form) => {
  const { words, app } = step
  const who = await step.choose(
    words('orderForm.receiver'),
    (['me', 'other'] as const).map((value) => ({ value, label: words(`orderForm.receiver.${value}`) })),
    { initial: draftOf(form).receiver.who },
  )
  if (who !== draftOf(form).receiver.who) form.send({ type: 'receiver.choose', who })
  const saved = who === 'other' ? await askSavedReceiver(step, draftOf(form).receiver) : null
  if (saved) {
    change(form, { receiver: saved })
    return
  }
  const { receiver } = draftOf(form)
  const knownName = receiver.name || (who === 'other' ? recentRecipientName(app) : '')
  const name = await step.ask(words('orderForm.receiverName'), knownName)
  const typed = await step.ask(
    `${words('orderForm.receiverPhone')} +${receiver.dialCode}`,
    receiver.phoneNumber,
  )
  change(form, { receiver: { ...receiver, name, ...readPhoneEntry(typed) } })
}

const askPhotosOfOrder: Ask = async (step, form) => {
  const title = step.words('orderForm.photos')
  step.tell(title, step.words('orderForm.photosHint', policy))
  await askPhotos(step, selectPhotoSet(form.getSnapshot()), title)
}

type Question = DraftField | 'remarks'

const questions: readonly { fields: readonly Question[]; ask: Ask }[] = [
  { fields: requiredFieldNames, ask: askRoom },
  { fields: ['delivery'], ask: askDelivery },
  { fields: ['pickupTime'], ask: askPickup },
  { fields: ['deliveryTime'], ask: askDeliveryTime },
  { fields: ['pieces'], ask: askPieces },
  { fields: ['photos'], ask: askPhotosOfOrder },
  { fields: ['declaredValue'], ask: askDeclaredValue },
  { fields: ['receiverName', 'receiverPhone'], ask: askReceiver },
  { fields: ['remarks'], ask: (step, form) => askText(step, form, 'remarks') },
]

/** Asks for every field with its current value, or only for those with a problem. Skips the fields of `without`. */
export async function fillIn(
  step: Step,
  form: DraftFormActor,
  problems: Partial<Record<DraftField, DraftProblem>> | null,
  without: readonly Question[] = [],
): Promise<void> {
  for (const { fields, ask } of questions) {
    if (fields.some((field) => without.includes(field))) continue
    if (problems === null || fields.some((field) => field !== 'remarks' && problems[field]))
      await ask(step, form)
  }
}
