import {
  answerEffectWords,
  answeredWords,
  createOrderLedger,
  entryFacts,
  entryWords,
  questionWords,
  selectAnswerProblem,
  selectConfirming,
  selectLedger,
  selectLedgerReading,
} from '@handsfree/core/bags'
import { failureWords } from '@handsfree/core/i18n'
import { askWhile, offered, type Step, titleOf, until } from './step.ts'

/** Asks the open questions about an order's bags until none is left or the traveller goes back. */
export async function checkBags(step: Step, orderId: string): Promise<void> {
  const { app, intl, tell, words } = step
  const actor = createOrderLedger(app, orderId)
  actor.start()
  try {
    for (;;) {
      const snapshot = await until(
        step,
        actor,
        (current) =>
          !current.hasTag('busy') &&
          (selectLedger(current) !== null || !selectLedgerReading(current)?.getSnapshot().hasTag('busy')),
      )
      const ledger = selectLedger(snapshot)
      const unread = ledger ? null : selectLedgerReading(snapshot)?.getSnapshot().context.problem
      const problem = unread ?? selectAnswerProblem(snapshot)
      if (problem) tell(failureWords(intl, problem))
      const question = ledger?.questions.find(({ state }) => state === 'asked')
      if (!ledger || !question) return
      const at = { timeZone: ledger.timeZone, city: ledger.cityName, now: app.clock.now() }
      for (const entry of [question.before, question.after])
        if (entry) tell([entryFacts(intl, entry), entryWords(intl, entry, at)].filter(Boolean).join('  '))
      tell(words('ledger.questionDetail'))
      const { questionId } = question
      const answers = (['right', 'notRight'] as const).map((answer) => ({
        value: { type: 'question.answer', questionId, answer } as const,
        label: words(`ledger.${answer}`),
      }))
      const said = await step.choose(titleOf(step, snapshot, questionWords(intl, question)), [
        ...offered(snapshot, answers),
        { value: null, label: words('common.back') },
      ])
      if (said === null) return
      actor.send(said)
      const { answer } = said
      tell(answerEffectWords(intl, question, answer))
      const isConfirmed = await askWhile(
        step,
        actor,
        (current) => selectConfirming(current) !== null,
        (signal) =>
          step.choose(
            words(`ledger.confirm.${answer}`),
            [
              { value: true, label: words(`ledger.confirmSend.${answer}`) },
              { value: false, label: words('ledger.checkAgain') },
            ],
            { signal },
          ),
      )
      if (isConfirmed === null) continue
      actor.send({ type: isConfirmed ? 'answer.confirm' : 'answer.dismiss' })
      if (!isConfirmed) continue
      const answered = await until(step, actor, (current) => !current.hasTag('busy'))
      if (answered.matches('shown')) tell(answeredWords(intl, { ...question, state: answer }))
    }
  } finally {
    actor.stop()
  }
}
