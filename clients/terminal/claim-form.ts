import { createClaimForm, selectClaimFormErrors } from '@handsfree/core/claims'
import { claimKinds, type Money } from '@handsfree/core/contract'
import { failureText, formatMoney, minorUnits, promiseValues } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { askNumber } from './ask-number.ts'
import { askPhotos } from './photos.ts'
import { mayDo, type TerminalSession, titleOf, waitUntil } from './terminal-session.ts'

/** Asks for a claim and sends it. Keeps the draft if it isn't sent. Returns true once sent. */
export async function makeClaim(
  session: TerminalSession,
  { orderId, limit }: { orderId: string; limit: Money },
) {
  const { app, intl, text, print } = session
  const form = createClaimForm(app, { orderId, limit: limit.amount, onSent: () => {} })
  form.start()
  const draft = () => form.getSnapshot().context.draft
  const limitText = formatMoney(limit, intl, { round: true })
  try {
    print('', titleOf(session, form.getSnapshot(), text('claim.new')))
    const kinds = claimKinds.map((value) => ({ value, label: text(`claim.kind.${value}`) }))
    const kind = await session.choose(text('claim.about'), kinds, { initial: draft().kind ?? 'damaged' })
    form.send({ type: 'claim.change', patch: { kind } })
    for (let typed = ''; typed === ''; ) {
      typed = await session.ask(text('claim.words'), draft().words)
      form.send({
        type: 'claim.change',
        patch: { words: typed.slice(0, policy.maxClaimCharacters) },
      })
      if (typed === '') print(text('claim.wordsRequired'))
    }
    print(text('feedback.photos'), text('claim.photosHint', policy))
    await askPhotos(session, form.getSnapshot().context.photoSet, text('feedback.photos'))
    print(text('claim.amountHint', { limit: limitText }))
    const amount = await askNumber(
      session,
      `${text('claim.amount')} (${limit.currency})`,
      draft().amount / minorUnits,
      { min: 0, max: limit.amount / minorUnits, problem: text('claim.amountTooHigh', { limit: limitText }) },
    )
    form.send({ type: 'claim.change', patch: { amount: amount * minorUnits } })
    for (;;) {
      form.send({ type: 'claim.send' })
      const sent = await waitUntil(session, form, (current) => !current.hasTag('busy'))
      if (sent.status === 'done') {
        print(text('claim.sent', promiseValues(intl)))
        return true
      }
      const { problem } = sent.context
      if (selectClaimFormErrors(sent).photos) print(text('feedback.photosUnfinished'))
      if (problem) print(problem.kind === 'refused' ? failureText(intl, problem) : text('claim.failed'))
      const isAgain = await session.choose(titleOf(session, sent, text('claim.send')), [
        ...(mayDo(sent, { type: 'claim.send' }) ? [{ value: true, label: text('common.tryAgain') }] : []),
        { value: false, label: text('common.back') },
      ])
      if (!isAgain) return false
    }
  } finally {
    form.stop()
  }
}
