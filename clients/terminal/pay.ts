import { openPayment } from '@handsfree/core/booking'
import type { MessageKey } from '@handsfree/core/i18n'
import { failureText, formatMoney } from '@handsfree/core/i18n'
import {
  type PaymentAction,
  type PaymentActor,
  selectPayment,
  selectPaymentIsBusy,
  selectPaymentProblem,
  selectPaymentStage,
} from '@handsfree/core/payments'
import type { SnapshotFrom } from 'xstate'
import { askWhile, mayDo, type TerminalSession, titleOf, waitUntil } from './terminal-session.ts'

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

const pageOf = ({ app }: TerminalSession, { context }: Snapshot): URL | null =>
  context.session && new URL(context.session.redirectUrl, app.options.baseUrl)

function describeStage(
  session: TerminalSession,
  snapshot: Snapshot,
): { lines: string[]; event: PaymentAction; label: string } {
  const { text, intl } = session
  const problem = selectPaymentProblem(snapshot)
  const payment = selectPayment(snapshot)
  const because = problem ? [failureText(intl, problem)] : []
  const describe = (lines: MessageKey[], type: PaymentAction['type'], label: string, values = {}) => ({
    lines: [...lines.map((id) => text(id, values)), ...because],
    event: { type },
    label,
  })
  if (snapshot.matches('atProvider'))
    return describe(['payment.atProviderTitle'], 'payment.checkAgain', text('payment.checkNow'))
  if (selectPaymentStage(snapshot) === 'checking')
    return describe(['payment.checkingTitle'], 'payment.open', text('payment.openPage'))
  if (selectPaymentStage(snapshot) === 'stillConfirming')
    return describe(
      ['payment.stillTitle', 'payment.stillDetail'],
      'payment.checkAgain',
      text('payment.checkAgain'),
    )
  if (selectPaymentStage(snapshot) === 'failed')
    return describe(
      ['payment.failedTitle', 'payment.failedDetail'],
      'payment.retry',
      text('payment.tryAgain'),
      {
        failure: payment?.failure ?? 'other',
      },
    )
  if (selectPaymentStage(snapshot) === 'expired')
    return describe(
      ['payment.expiredTitle', 'payment.expiredDetail'],
      'payment.retry',
      text('payment.tryAgain'),
    )
  if (selectPaymentStage(snapshot) === 'ready' && payment)
    return describe(
      [`payment.source.${payment.purpose ?? payment.source}`],
      'payment.open',
      text('payment.pay', { amount: formatMoney(payment.amount, intl) }),
    )
  return describe(['payment.unavailableTitle'], 'payment.retry', text('common.tryAgain'))
}

const isAsking = (snapshot: Snapshot) =>
  snapshot.matches({ confirming: 'checking' }) && snapshot.context.pollCount === 0

/** Pays on the provider's page. `later`: the traveller continues without paying. */
export async function pay(session: TerminalSession, payment: PaymentActor): Promise<'paid' | 'later'> {
  const triedPages = new Set<string>()
  let isOpened = false
  for (;;) {
    const snapshot = await waitUntil(session, payment, (now) => !selectPaymentIsBusy(now) && !isAsking(now))
    if (snapshot.status !== 'active' || snapshot.matches('paid')) {
      session.print(session.text('payment.paidTitle'))
      return 'paid'
    }
    // The traveller already chose to pay; only ask again after a failure.
    if (selectPaymentStage(snapshot) === 'ready' && !isOpened && !selectPaymentProblem(snapshot)) {
      isOpened = true
      payment.send({ type: 'payment.open' })
      continue
    }
    const page = pageOf(session, snapshot)
    if (snapshot.matches('atProvider') && page) {
      session.print(page.href)
      if (session.pays && !triedPages.has(page.href)) {
        triedPages.add(page.href)
        session.print(session.text('terminal.testCard'))
        if (await payWithTestCard(page, session.signal)) payment.send({ type: 'payment.checkAgain' })
        continue
      }
    }
    const { lines, event, label } = describeStage(session, snapshot)
    session.print(...lines)
    const canAct = mayDo(snapshot, event)
    const choice = await askWhile(
      session,
      payment,
      (now) => selectPaymentStage(now) === selectPaymentStage(snapshot) && mayDo(now, event) === canAct,
      (signal) =>
        session.choose<PaymentAction | 'later'>(
          titleOf(session, snapshot),
          [
            ...(canAct ? [{ value: event, label }] : []),
            { value: 'later', label: session.text('payment.seeOrder') },
          ],
          { signal },
        ),
    )
    if (choice === 'later') return choice
    if (choice) payment.send(choice)
  }
}

export async function payFor(session: TerminalSession, paymentId: string): Promise<void> {
  const payment = openPayment(session.app, { kind: 'payment', paymentId })
  payment.start()
  try {
    await pay(session, payment)
  } finally {
    payment.stop()
  }
}
