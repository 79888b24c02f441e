import {
  type Draft,
  type DraftField,
  type DraftFormActor,
  type DraftProblem,
  deliveryDays,
  deliverySlots,
  pickupDays,
  pickupSlots,
  placeholderRoute,
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
  isOtherTimeZone,
  joinParts,
  minorUnits,
} from '@handsfree/core/i18n'
import { parsePhoneEntry } from '@handsfree/core/phone'
import { coverOfPiece, insuranceTierFor, maxDeclaredValue, policy } from '@handsfree/core/policy'
import { askNumber } from './ask-number.ts'
import { priceRows } from './confirm.ts'
import { askDelivery } from './delivery.ts'
import { askPhotos } from './photos.ts'
import { askSavedReceiver } from './saved-offers.ts'
import type { TerminalSession } from './terminal-session.ts'

type AskFields = (session: TerminalSession, form: DraftFormActor) => Promise<void>

const draftOf = (form: DraftFormActor) => selectDraft(form.getSnapshot())
const changeDraft = (form: DraftFormActor, patch: Partial<Draft>) =>
  form.send({ type: 'draft.change', patch })

const printPrice = (session: TerminalSession, form: DraftFormActor) =>
  session.print(...priceRows(session, selectLivePrice(form.getSnapshot())))

async function askText(session: TerminalSession, form: DraftFormActor, name: OrderField): Promise<void> {
  const { hint, label } = orderFields[name]
  session.print(session.text(hint))
  changeDraft(form, { [name]: await session.ask(session.text(label), draftOf(form)[name]) })
}

const askRoom: AskFields = async (session, form) => {
  const place = selectPlace(form.getSnapshot())
  const required = requiredFieldsAt(place)
  if (place.roomNumber === null && required.length === 0) return
  const { roomNumber } = draftOf(form)
  changeDraft(form, { roomNumber: await session.ask(session.text('orderForm.roomNumber'), roomNumber) })
  for (const name of required) await askText(session, form, name)
}

async function askTime(
  session: TerminalSession,
  name: 'pickup' | 'delivery',
  { timeZone, regionName: city }: Pick<Site, 'timeZone' | 'regionName'>,
  days: readonly string[],
  slotsOf: (day: string) => readonly string[],
  current: string | null,
): Promise<string | null> {
  const { intl, text, app } = session
  const now = app.clock.now()
  const dayChoices = days.map((day) => ({ value: day, label: formatDay(day, { timeZone, now, intl }) }))
  if (dayChoices.length === 0) return null
  const zone = isOtherTimeZone(now, timeZone, intl.timeZone) && text('time.ofCity', { city })
  const question = (part: 'Day' | 'Time') => joinParts([text(`orderForm.${name}${part}`), zone])
  const day = await session.choose(question('Day'), dayChoices, {
    inRows: true,
    initial: current ? dayOf(current, timeZone) : '',
  })
  const slots = slotsOf(day).map((slot) => ({ value: slot, label: formatClock(slot, { timeZone, intl }) }))
  return slots.length === 0
    ? null
    : session.choose(question('Time'), slots, { inRows: true, initial: current ?? '' })
}

const askPickup: AskFields = async (session, form) => {
  const place = selectPlace(form.getSnapshot())
  const { site } = place
  const now = session.app.clock.now()
  const { pickupTime: current } = draftOf(form)
  const slotsOf = (day: string) => pickupSlots(day, now, site)
  const pickupTime = await askTime(session, 'pickup', site, pickupDays(now, site), slotsOf, current)
  changeDraft(form, { pickupTime })
}

const askDeliveryTime: AskFields = async (session, form) => {
  const place = selectPlace(form.getSnapshot())
  const { pickupTime, deliveryTime: current } = draftOf(form)
  if (!pickupTime) return
  const route = selectRoute(form.getSnapshot()) ?? placeholderRoute(place)
  const slotsOf = (day: string) => deliverySlots(day, pickupTime, route)
  const days = deliveryDays(pickupTime, route)
  changeDraft(form, { deliveryTime: await askTime(session, 'delivery', place.site, days, slotsOf, current) })
}

const askPieces: AskFields = async (session, form) => {
  const problem = session.text('orderForm.problem.piecesOutOfRange', policy)
  session.print(session.text('orderForm.largestBag', policy))
  const { pieces } = draftOf(form)
  const limits = { min: 1, max: policy.maxPieces, problem }
  changeDraft(form, { pieces: await askNumber(session, session.text('orderForm.pieces'), pieces, limits) })
  printPrice(session, form)
}

const askDeclaredValue: AskFields = async (session, form) => {
  const { intl, text } = session
  const place = selectPlace(form.getSnapshot())
  const { currency } = place.priceRule
  const money = (amount: number) => formatMoney({ amount, currency }, intl, { round: true })
  const maxValue = maxDeclaredValue(place.insurancePlan)
  const value = await askNumber(
    session,
    `${text('orderForm.declaredValue')} (${currency})`,
    draftOf(form).declaredValue / minorUnits,
    { min: 0, max: maxValue / minorUnits, problem: text('orderForm.coverUpTo', { most: money(maxValue) }) },
  )
  changeDraft(form, { declaredValue: value * minorUnits })
  const tier = insuranceTierFor(place.insurancePlan, value * minorUnits)
  if (tier) {
    const { amount: premium } = tier.premiumPerPiece
    session.print(
      text(premium === 0 ? 'orderForm.coverIncluded' : 'orderForm.coverCosts', {
        cover: money(coverOfPiece(tier, value * minorUnits)),
        premium: money(premium),
      }),
    )
  }
  printPrice(session, form)
}

const askReceiver: AskFields = async (session, form) => {
  const { text, app } = session
  const who = await session.choose(
    text('orderForm.receiver'),
    (['me', 'other'] as const).map((value) => ({ value, label: text(`orderForm.receiver.${value}`) })),
    { initial: draftOf(form).receiver.who },
  )
  if (who !== draftOf(form).receiver.who) form.send({ type: 'receiver.choose', who })
  const saved = who === 'other' ? await askSavedReceiver(session, draftOf(form).receiver) : null
  if (saved) {
    changeDraft(form, { receiver: saved })
    return
  }
  const { receiver } = draftOf(form)
  const knownName = receiver.name || (who === 'other' ? recentRecipientName(app) : '')
  const name = await session.ask(text('orderForm.receiverName'), knownName)
  const typed = await session.ask(
    `${text('orderForm.receiverPhone')} +${receiver.dialCode}`,
    receiver.phoneNumber,
  )
  changeDraft(form, { receiver: { ...receiver, name, ...parsePhoneEntry(typed) } })
}

const askPhotosOfOrder: AskFields = async (session, form) => {
  const title = session.text('orderForm.photos')
  session.print(title, session.text('orderForm.photosHint', policy))
  await askPhotos(session, selectPhotoSet(form.getSnapshot()), title)
}

type Question = DraftField | 'remarks'

const questions: readonly { fields: readonly Question[]; ask: AskFields }[] = [
  // Also asks for the room number, which is optional.
  { fields: requiredFieldNames, ask: askRoom },
  { fields: ['delivery'], ask: askDelivery },
  { fields: ['pickupTime'], ask: askPickup },
  { fields: ['deliveryTime'], ask: askDeliveryTime },
  { fields: ['pieces'], ask: askPieces },
  { fields: ['photos'], ask: askPhotosOfOrder },
  { fields: ['declaredValue'], ask: askDeclaredValue },
  { fields: ['receiverName', 'receiverPhone'], ask: askReceiver },
  { fields: ['remarks'], ask: (session, form) => askText(session, form, 'remarks') },
]

/**
 * Asks every question if `problems` is null, else those whose fields have a problem. Never asks for `skippedFields`.
 */
export async function fillIn(
  session: TerminalSession,
  form: DraftFormActor,
  problems: Partial<Record<DraftField, DraftProblem>> | null,
  skippedFields: readonly Question[] = [],
): Promise<void> {
  for (const { fields, ask } of questions) {
    if (fields.some((field) => skippedFields.includes(field))) continue
    if (problems === null || fields.some((field) => field !== 'remarks' && problems[field]))
      await ask(session, form)
  }
}
