import {
  type DraftFormActor,
  type PlacementActor,
  selectDraft,
  selectDraftForm,
  selectDraftPhotos,
  selectDraftPromises,
  selectPlace,
  selectQuote,
} from '@handsfree/core/booking'
import { shownFieldNames } from '@handsfree/core/contract'
import {
  bagsWords,
  formatMaskedPhone,
  formatMoney,
  formatPriceLine,
  formatTime,
  joinParts,
  promiseWords,
} from '@handsfree/core/i18n'
import { cancelTermsWords } from '@handsfree/core/orders'
import type { Price } from '@handsfree/core/policy'
import { askWhile, inColumns, offered, type Step, titleOf } from './step.ts'

export function priceRows({ intl, words }: Step, { lines, total }: Price): string[] {
  return inColumns([
    ...lines.map((line): [string, string] => {
      const { label, amount } = formatPriceLine(line, total.currency, intl)
      return [label, amount]
    }),
    [words('price.total'), formatMoney(total, intl)],
  ])
}

function summary({ intl, words, app }: Step, form: DraftFormActor): string[] {
  const snapshot = form.getSnapshot()
  const place = selectPlace(snapshot)
  const draft = selectDraft(snapshot)
  const { delivery, receiver } = draft
  if (!delivery) return []
  const now = app.clock.now()
  const { timeZone, regionName: city } = place.site
  const time = (instant: string | null) => (instant ? formatTime(instant, { timeZone, now, intl, city }) : '')
  return inColumns([
    [words('orderTag.from'), joinParts([place.site.name, draft.roomNumber])],
    [
      words('orderTag.to'),
      delivery.kind === 'site' ? delivery.site.name : joinParts([delivery.address, delivery.detail]),
    ],
    [words('particulars.pickup'), time(draft.pickupTime)],
    [words('particulars.delivery'), time(draft.deliveryTime)],
    [words('bags.title'), bagsWords(intl, draft.pieces)],
    [words('orderForm.photos'), String(selectDraftPhotos(snapshot).length)],
    [words('particulars.receiver'), joinParts([receiver.name, formatMaskedPhone(receiver)])],
    ...shownFieldNames.map((name): [string, string] => [words(`particulars.${name}`), draft[name]]),
  ])
}

function promises({ intl, app }: Step, form: DraftFormActor, quote: Price): string[] {
  const snapshot = form.getSnapshot()
  const place = selectPlace(snapshot)
  const promised = selectDraftPromises(snapshot)
  if (!promised) return []
  const { timeZone, regionName: city } = place.site
  const now = app.clock.now()
  const time = formatTime(promised.freeCancellationUntil, { timeZone, now, intl, city, inSentence: true })
  const isFree = quote.total.amount === 0
  return [
    cancelTermsWords(intl, promised.cancelTerms, { time, price: isFree ? 'free' : 'other' }),
    promiseWords(intl, 'freeWait'),
    ...(isFree ? [] : [promiseWords(intl, 'refusal')]),
  ]
}

/** Shows order, price and promises. Submits or edits; stops asking once the quote expires. */
export async function confirm(step: Step, placement: PlacementActor): Promise<void> {
  const { intl, words, tell } = step
  const quote = selectQuote(placement.getSnapshot())
  const form = selectDraftForm(placement.getSnapshot())
  if (!quote || !form) return
  tell('', ...summary(step, form), '', ...priceRows(step, quote), '', ...promises(step, form, quote))
  const send =
    quote.total.amount === 0
      ? words('orderConfirm.sendForFree')
      : words('orderConfirm.pay', { amount: formatMoney(quote.total, intl) })
  const choice = await askWhile(
    step,
    placement,
    (current) => current.matches('confirming'),
    (signal) =>
      step.choose(
        titleOf(step, placement.getSnapshot()),
        offered(placement.getSnapshot(), [
          { value: { type: 'order.submit' } as const, label: send },
          { value: { type: 'order.edit' } as const, label: words('orderForm.changeDelivery') },
        ]),
        { signal },
      ),
  )
  if (choice) placement.send(choice)
}
