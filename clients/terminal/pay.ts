import { openPayment } from '@handsfree/core/booking'
import type { MessageKey } from '@handsfree/core/i18n'
import { failureWords, formatMoney } from '@handsfree/core/i18n'
import {
  type PaymentAct,
  type PaymentActor,
  selectPayment,
  selectPaymentIsBusy,
  selectPaymentProblem,
  selectPaymentStage,
} from '@handsfree/core/payments'
import type { SnapshotFrom } from 'xstate'
import { askWhile, mayDo, type Step, titleOf, until } from './step.ts'

type Snapshot = SnapshotFrom<PaymentActor>

/** Pays with a test card on the sandbox page. Returns false for any other page. */
async function payWithTestCard(url: URL, signal: AbortSignal): Promise<boolean> {
  try {
    const page = await (await fetch(url, { signal })).text()
    const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]
    const card = /name="card" value="([^"]+)" checked/.exec(page)?.[1]
    if (!action || !card) return false
    const body = new URLSearchParams({ card })
    return (await fetch(new URL(action, url), { method: 'POST', body, signal })).ok
  } catch (error) {
    if (signal.aborted) throw error
    return false
  }
}

const pageOf = ({ app }: Step, { context }: Snapshot): URL | null =>
  context.session && new URL(context.session.redirectUrl, app.options.baseUrl)

function situation(step: Step, snapshot: Snapshot): { lines: string[]; event: PaymentAct; label: string } {
  const { words, intl } = step
  const problem = selectPaymentProblem(snapshot)
  const payment = selectPayment(snapshot)
  const because = problem ? [failureWords(intl, problem)] : []
  const at = (lines: MessageKey[], type: PaymentAct['type'], label: string, values = {}) => ({
    lines: [...lines.map((id) => words(id, values)), ...because],
    event: { type },
    label,
  })
  if (snapshot.matches('atProvider'))
    return at(['payment.atProviderTitle'], 'payment.checkAgain', words('payment.checkNow'))
  if (selectPaymentStage(snapshot) === 'checking')
    return at(['payment.checkingTitle'], 'payment.open', words('payment.openPage'))
  if (selectPaymentStage(snapshot) === 'stillConfirming')
    return at(
      ['payment.stillTitle', 'payment.stillDetail'],
      'payment.checkAgain',
      words('payment.checkAgain'),
    )
  if (selectPaymentStage(snapshot) === 'failed')
    return at(['payment.failedTitle', 'payment.failedDetail'], 'payment.retry', words('payment.tryAgain'), {
      failure: payment?.failure ?? 'other',
    })
  if (selectPaymentStage(snapshot) === 'expired')
    return at(['payment.expiredTitle', 'payment.expiredDetail'], 'payment.retry', words('payment.tryAgain'))
  if (selectPaymentStage(snapshot) === 'ready' && payment)
    return at(
      [`payment.source.${payment.purpose ?? payment.source}`],
      'payment.open',
      words('payment.pay', { amount: formatMoney(payment.amount, intl) }),
    )
  return at(['payment.unavailableTitle'], 'payment.retry', words('common.tryAgain'))
}

const isAsking = (snapshot: Snapshot) =>
  snapshot.matches({ confirming: 'checking' }) && snapshot.context.asked === 0

/** Pays on the provider's page. `later`: the traveller continues without paying. */
export async function pay(step: Step, payment: PaymentActor): Promise<'paid' | 'later'> {
  const tried = new Set<string>()
  let isOpened = false
  for (;;) {
    const snapshot = await until(step, payment, (now) => !selectPaymentIsBusy(now) && !isAsking(now))
    if (snapshot.status !== 'active' || snapshot.matches('paid')) {
      step.tell(step.words('payment.paidTitle'))
      return 'paid'
    }
    // The traveller already chose to pay; only ask again after a failure.
    if (selectPaymentStage(snapshot) === 'ready' && !isOpened && !selectPaymentProblem(snapshot)) {
      isOpened = true
      payment.send({ type: 'payment.open' })
      continue
    }
    const page = pageOf(step, snapshot)
    if (snapshot.matches('atProvider') && page) {
      step.tell(page.href)
      if (step.pays && !tried.has(page.href)) {
        tried.add(page.href)
        step.tell(step.words('terminal.testCard'))
        if (await payWithTestCard(page, step.signal)) payment.send({ type: 'payment.checkAgain' })
        continue
      }
    }
    const { lines, event, label } = situation(step, snapshot)
    step.tell(...lines)
    const canAct = mayDo(snapshot, event)
    const choice = await askWhile(
      step,
      payment,
      (now) => selectPaymentStage(now) === selectPaymentStage(snapshot) && mayDo(now, event) === canAct,
      (signal) =>
        step.choose<PaymentAct | 'later'>(
          titleOf(step, snapshot),
          [
            ...(canAct ? [{ value: event, label }] : []),
            { value: 'later', label: step.words('payment.seeOrder') },
          ],
          { signal },
        ),
    )
    if (choice === 'later') return choice
    if (choice) payment.send(choice)
  }
}

export async function payFor(step: Step, paymentId: string): Promise<void> {
  const payment = openPayment(step.app, { kind: 'payment', paymentId })
  payment.start()
  try {
    await pay(step, payment)
  } finally {
    payment.stop()
  }
}
