import type { Trip, TripStage } from '../contract/trip.ts'
import { arrivalText } from '../i18n/arrival.ts'
import type { Formatter } from '../i18n/formatter.ts'
import type { MessageKeyUnder } from '../i18n/message-key.ts'
import { afterWords, formatTime } from '../i18n/time.ts'
import { isArrivalPast } from '../policy/arrival.ts'
import { pickupMissedFrom } from '../policy/promises.ts'

const nextDetailByStage = {
  waiting: 'waiting',
  pickedUp: 'moving',
  onTheWay: 'moving',
  arrived: 'there',
  stored: 'there',
  collected: 'collected',
  calledOff: 'calledOff',
} as const satisfies Record<TripStage, string>

const isOpen = (stage: TripStage) => stage !== 'collected' && stage !== 'calledOff'

type WaitingMessages = [title: MessageKeyUnder<'trip.headline'>, detail: MessageKeyUnder<'trip.next'>]

/** Promises nothing before the order is accepted or for a past time. */
function waitingMessages(trip: Trip, now: number): WaitingMessages {
  const { pickupStage = 'planned' } = trip
  const pickupTime = Date.parse(trip.pickupTime)
  const title = pickupStage === 'planned' ? 'waiting' : pickupStage
  const isMissed = pickupStage !== 'courierThere' && now >= pickupMissedFrom(pickupTime)
  if (isMissed || isArrivalPast(trip, now)) return [title, 'lateWaiting']
  if (pickupStage === 'courierThere') return [title, 'moving']
  if (now > pickupTime) return [title, 'due']
  return [title, pickupStage === 'inReview' ? 'inReview' : 'waiting']
}

/** Title and detail of a trip for its receiver. `now` is ms since 1970. */
export function tripText(intl: Formatter, trip: Trip, now: number): { title: string; detail: string } {
  const { stage, pieces, pickup, delivery, pickupTime, timeZone, cityName } = trip
  const moment = (time: string) => formatTime(time, { intl, now, timeZone, city: cityName, inSentence: true })
  const values = {
    pieces,
    from: pickup.name,
    to: delivery.name,
    pickupTime: moment(pickupTime),
    planned: afterWords(intl, moment(pickupTime)),
    arrival: afterWords(intl, arrivalText(trip, { intl, now, timeZone, city: cityName, inSentence: true })),
  }
  const toText = (
    title: MessageKeyUnder<'trip.headline'>,
    detail: MessageKeyUnder<'trip.next'>,
  ): { title: string; detail: string } => ({
    title: intl.formatMessage({ id: `trip.headline.${title}` }, values),
    detail: intl.formatMessage({ id: `trip.next.${detail}` }, values),
  })
  if (!trip.returning && nextDetailByStage[stage] === 'moving' && isArrivalPast(trip, now))
    return toText('late', 'late')
  if (stage === 'waiting') return toText(...waitingMessages(trip, now))
  switch (isOpen(stage) ? trip.returning : null) {
    case 'asked':
      return toText(stage, nextDetailByStage[stage] === 'moving' ? 'askedOnTheWay' : 'asked')
    case 'moving':
      return toText('goingBack', 'goingBack')
    case 'there':
      return toText('wentBack', 'wentBack')
    default:
      return toText(stage, nextDetailByStage[stage])
  }
}
