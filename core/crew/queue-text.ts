import type { QueueEntry, QueueKind } from '../contract/queue.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { formatMoney } from '../i18n/money.ts'
import { joinParts } from '../i18n/place.ts'
import { reportText } from '../i18n/report.ts'
import type { QueueView } from './queue.ts'

export const queueKindText = (intl: Formatter, kind: QueueKind): string =>
  intl.formatMessage({ id: `crewQueue.kind.${kind}` })

/** How the latest entries differ from the rows on the page. */
export const queueChangeText = (intl: Formatter, { arrivals, done }: QueueView): string =>
  joinParts([
    arrivals > 0 && intl.formatMessage({ id: 'crewQueue.arrivals' }, { count: arrivals }),
    done > 0 && intl.formatMessage({ id: 'crewQueue.doneCount' }, { count: done }),
  ]) || intl.formatMessage({ id: 'crewQueue.moved' })

/** Details in words: the report's or claim's kind, the amount, the wanted destination, and what a person or provider wrote. */
export const queueDetailText = (
  intl: Formatter,
  { report, claimKind, amount, words, kind }: QueueEntry,
): string =>
  joinParts([
    report && reportText(intl, report),
    claimKind && intl.formatMessage({ id: `claim.kind.${claimKind}` }),
    amount && formatMoney(amount, intl),
    kind === 'destination' && words
      ? intl.formatMessage({ id: 'crewQueue.wanted' }, { place: words })
      : words,
  ])

/** An entry is soon due an hour before, in ms. */
const soonMs = 3_600_000

/** How pressing the promise is. `now` is ms since 1970. */
export function queueUrgency(
  { dueTime }: Pick<QueueEntry, 'dueTime'>,
  now: number,
): 'overdue' | 'soon' | 'later' {
  const leftMs = dueTime === null ? Number.POSITIVE_INFINITY : Date.parse(dueTime) - now
  if (leftMs < 0) return 'overdue'
  return leftMs < soonMs ? 'soon' : 'later'
}
