import type { OperatorOrder } from '../contract/operator.ts'
import { countdownFigures } from '../i18n/duration.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { joinParts } from '../i18n/place.ts'
import { reportText } from '../i18n/report.ts'
import { formatClock } from '../i18n/time.ts'
import { policy } from '../policy/numbers.ts'
import { freeWaitUntil } from '../policy/promises.ts'

/** A bag by its tag, or by its number before it is tagged. `number` counts from 1. */
export function bagName(
  intl: Formatter,
  { bags, pieces }: Pick<OperatorOrder, 'bags' | 'pieces'>,
  number: number,
) {
  const tag = bags[number - 1]?.tagCode
  return tag
    ? intl.formatMessage({ id: 'crewAct.checkNamed' }, { tag })
    : intl.formatMessage({ id: 'crewAct.bag' }, { number, count: pieces })
}

/** The open report of an order: reason, bags and text; empty without one. */
export function openReportText(
  intl: Formatter,
  order: Pick<OperatorOrder, 'exception' | 'bags' | 'pieces'>,
): string {
  const { exception } = order
  if (!exception) return ''
  const { kind, bags, reason } = exception
  // The server's own reports repeat their kind as text.
  const isByServer = kind === 'pickupMissed' || kind === 'deliveryLate'
  return joinParts([
    kind && reportText(intl, kind),
    ...bags.map((number) => bagName(intl, order, number)),
    !isByServer && reason,
  ])
}

/** End of the courier's free wait at the pickup; null before the arrival and after the pickup. Ms since 1970. */
export const freeWaitEnd = ({
  lifecycle,
  pickupTime,
  courierArrivedTime,
}: Pick<OperatorOrder, 'lifecycle' | 'pickupTime' | 'courierArrivedTime'>): number | null =>
  lifecycle.closing !== 'open' || lifecycle.pickup !== 'waitPickup' || courierArrivedTime === null
    ? null
    : freeWaitUntil(Date.parse(pickupTime), Date.parse(courierArrivedTime))

/** When the free wait begins, what is left of it, or that it is over. `end` and `now` are ms since 1970. */
export function freeWaitText(
  intl: Formatter,
  end: number,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  const seconds = Math.ceil((end - now) / 1_000)
  const wholeSeconds = policy.freeWaitMinutes * 60
  if (seconds <= 0) return intl.formatMessage({ id: 'crewOrder.freeWaitOver' })
  return seconds <= wholeSeconds
    ? intl.formatMessage({ id: 'crewOrder.freeWait' }, { left: countdownFigures(intl, seconds) })
    : intl.formatMessage(
        { id: 'crewOrder.freeWaitFrom' },
        { time: formatClock(end - wholeSeconds * 1_000, { intl, timeZone }) },
      )
}
