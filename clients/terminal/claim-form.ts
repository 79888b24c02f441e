import { createClaimForm, selectClaimFormErrors } from '@handsfree/core/claims'
import { claimKinds, type Money } from '@handsfree/core/contract'
import { failureWords, formatMoney, minorUnits, promised } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { askNumber } from './ask-number.ts'
import { askPhotos } from './photos.ts'
import { mayDo, type Step, titleOf, until } from './step.ts'

/** Asks for a claim and sends it. Keeps the draft if it isn't sent. Returns true once sent. */
export async function makeClaim(step: Step, { orderId, limit }: { orderId: string; limit: Money }) {
  const { app, intl, words, tell } = step
  const form = createClaimForm(app, { orderId, limit: limit.amount, onSent: () => {} })
  form.start()
  const draft = () => form.getSnapshot().context.draft
  const most = formatMoney(limit, intl, { round: true })
  try {
    tell('', titleOf(step, form.getSnapshot(), words('claim.new')))
    const kinds = claimKinds.map((value) => ({ value, label: words(`claim.kind.${value}`) }))
    const kind = await step.choose(words('claim.about'), kinds, { initial: draft().kind ?? 'damaged' })
    form.send({ type: 'claim.change', patch: { kind } })
    for (let typed = ''; typed === ''; ) {
      typed = await step.ask(words('claim.words'), draft().words)
      form.send({
        type: 'claim.change',
        patch: { words: typed.slice(0, policy.maxClaimCharacters) },
      })
      if (typed === '') tell(words('claim.wordsRequired'))
    }
    tell(words('feedback.photos'), words('claim.photosHint', policy))
    await askPhotos(step, form.getSnapshot().context.photoSet, words('feedback.photos'))
    tell(words('claim.amountHint', { limit: most }))
    const amount = await askNumber(
      step,
      `${words('claim.amount')} (${limit.currency})`,
      draft().amount / minorUnits,
      { min: 0, max: limit.amount / minorUnits, problem: words('claim.amountTooHigh', { limit: most }) },
    )
    form.send({ type: 'claim.change', patch: { amount: amount * minorUnits } })
    for (;;) {
      form.send({ type: 'claim.send' })
      const sent = await until(step, form, (current) => !current.hasTag('busy'))
      if (sent.status === 'done') {
        tell(words('claim.sent', promised(intl)))
        return true
      }
      const { problem } = sent.context
      if (selectClaimFormErrors(sent).photos) tell(words('feedback.photosUnfinished'))
      if (problem) tell(problem.kind === 'refused' ? failureWords(intl, problem) : words('claim.failed'))
      const isAgain = await step.choose(titleOf(step, sent, words('claim.send')), [
        ...(mayDo(sent, { type: 'claim.send' }) ? [{ value: true, label: words('common.tryAgain') }] : []),
        { value: false, label: words('common.back') },
      ])
      if (!isAgain) return false
    }
  } finally {
    form.stop()
  }
}
