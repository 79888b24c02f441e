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
  bagsText,
  formatMaskedPhone,
  formatMoney,
  formatPriceLine,
  formatTime,
  joinParts,
  promiseText,
} from '@handsfree/core/i18n'
import { cancelTermsText } from '@handsfree/core/orders'
import type { Price } from '@handsfree/core/policy'
import { askWhile, inColumns, offeredChoices, type TerminalSession, titleOf } from './terminal-session.ts'

export function priceRows({ intl, text }: TerminalSession, { lines, total }: Price): string[] {
  return inColumns([
    ...lines.map((line): [string, string] => {
      const { label, amount } = formatPriceLine(line, total.currency, intl)
      return [label, amount]
    }),
    [text('price.total'), formatMoney(total, intl)],
  ])
}

function summary({ intl, text, app }: TerminalSession, form: DraftFormActor): string[] {
  const snapshot = form.getSnapshot()
  const place = selectPlace(snapshot)
  const draft = selectDraft(snapshot)
  const { delivery, receiver } = draft
  if (!delivery) return []
  const now = app.clock.now()
  const { timeZone, regionName: city } = place.site
  const time = (instant: string | null) => (instant ? formatTime(instant, { timeZone, now, intl, city }) : '')
  return inColumns([
    [text('orderTag.from'), joinParts([place.site.name, draft.roomNumber])],
    [
      text('orderTag.to'),
      delivery.kind === 'site' ? delivery.site.name : joinParts([delivery.address, delivery.detail]),
    ],
    [text('particulars.pickup'), time(draft.pickupTime)],
    [text('particulars.delivery'), time(draft.deliveryTime)],
    [text('bags.title'), bagsText(intl, draft.pieces)],
    [text('orderForm.photos'), String(selectDraftPhotos(snapshot).length)],
    [text('particulars.receiver'), joinParts([receiver.name, formatMaskedPhone(receiver)])],
    ...shownFieldNames.map((name): [string, string] => [text(`particulars.${name}`), draft[name]]),
  ])
}

function promises({ intl, app }: TerminalSession, form: DraftFormActor, quote: Price): string[] {
  const snapshot = form.getSnapshot()
  const place = selectPlace(snapshot)
  const promised = selectDraftPromises(snapshot)
  if (!promised) return []
  const { timeZone, regionName: city } = place.site
  const now = app.clock.now()
  const time = formatTime(promised.freeCancellationUntil, { timeZone, now, intl, city, inSentence: true })
  const isFree = quote.total.amount === 0
  return [
    cancelTermsText(intl, promised.cancelTerms, { time, price: isFree ? 'free' : 'other' }),
    promiseText(intl, 'freeWait'),
    ...(isFree ? [] : [promiseText(intl, 'refusal')]),
  ]
}

/**
 * Shows the order, its price and its promises, and asks whether to submit or edit it. Closes the question when the
 * quote expires.
 */
export async function confirmOrder(session: TerminalSession, placement: PlacementActor): Promise<void> {
  const { intl, text, print } = session
  const quote = selectQuote(placement.getSnapshot())
  const form = selectDraftForm(placement.getSnapshot())
  if (!quote || !form) return
  print(
    '',
    ...summary(session, form),
    '',
    ...priceRows(session, quote),
    '',
    ...promises(session, form, quote),
  )
  const submitLabel =
    quote.total.amount === 0
      ? text('orderConfirm.sendForFree')
      : text('orderConfirm.pay', { amount: formatMoney(quote.total, intl) })
  const choice = await askWhile(
    session,
    placement,
    (current) => current.matches('confirming'),
    (signal) =>
      session.choose(
        titleOf(session, placement.getSnapshot()),
        offeredChoices(placement.getSnapshot(), [
          { value: { type: 'order.submit' } as const, label: submitLabel },
          { value: { type: 'order.edit' } as const, label: text('orderForm.changeDelivery') },
        ]),
        { signal },
      ),
  )
  if (choice) placement.send(choice)
}
