import {
  answerEffectText,
  answeredQuestionText,
  createOrderLedger,
  ledgerEntryDetail,
  ledgerEntryText,
  ledgerQuestionText,
  questionDetailText,
  selectAnswerProblem,
  selectAnswerToConfirm,
  selectLedger,
  selectLedgerReading,
} from '@handsfree/core/bags'
import { failureText } from '@handsfree/core/i18n'
import { askWhile, offeredChoices, type TerminalSession, titleOf, waitUntil } from './terminal-session.ts'

/** Asks the open questions about an order's bags until none is left or the traveller goes back. */
export async function checkBags(session: TerminalSession, orderId: string): Promise<void> {
  const { app, intl, print, text } = session
  const actor = createOrderLedger(app, orderId)
  actor.start()
  try {
    for (;;) {
      const snapshot = await waitUntil(
        session,
        actor,
        (current) =>
          !current.hasTag('busy') &&
          (selectLedger(current) !== null || !selectLedgerReading(current)?.getSnapshot().hasTag('busy')),
      )
      const ledger = selectLedger(snapshot)
      const unread = ledger ? null : selectLedgerReading(snapshot)?.getSnapshot().context.problem
      const problem = unread ?? selectAnswerProblem(snapshot)
      if (problem) print(failureText(intl, problem))
      const question = ledger?.questions.find(({ state }) => state === 'asked')
      if (!ledger || !question) return
      const at = { timeZone: ledger.timeZone, city: ledger.cityName, now: app.clock.now() }
      for (const entry of [question.before, question.after])
        if (entry)
          print([ledgerEntryDetail(intl, entry), ledgerEntryText(intl, entry, at)].filter(Boolean).join('  '))
      print(questionDetailText(intl, question))
      const { questionId } = question
      const answers = (['right', 'notRight'] as const).map((answer) => ({
        value: { type: 'question.answer', questionId, answer } as const,
        label: text(`ledger.${answer}`),
      }))
      const choice = await session.choose(titleOf(session, snapshot, ledgerQuestionText(intl, question)), [
        ...offeredChoices(snapshot, answers),
        { value: null, label: text('common.back') },
      ])
      if (choice === null) return
      actor.send(choice)
      const { answer } = choice
      print(answerEffectText(intl, question, answer))
      const isConfirmed = await askWhile(
        session,
        actor,
        (current) => selectAnswerToConfirm(current) !== null,
        (signal) =>
          session.choose(
            text(`ledger.confirm.${answer}`),
            [
              { value: true, label: text(`ledger.confirmSend.${answer}`) },
              { value: false, label: text('ledger.checkAgain') },
            ],
            { signal },
          ),
      )
      if (isConfirmed === null) continue
      actor.send({ type: isConfirmed ? 'answer.confirm' : 'answer.dismiss' })
      if (!isConfirmed) continue
      const answered = await waitUntil(session, actor, (current) => !current.hasTag('busy'))
      if (answered.matches('shown')) print(answeredQuestionText(intl, { ...question, state: answer }))
    }
  } finally {
    actor.stop()
  }
}
