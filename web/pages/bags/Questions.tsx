import {
  answerEffectText,
  answeredQuestionText,
  isAboutPrice,
  ledgerQuestionText,
  type OrderLedgerActor,
  questionDetailText,
  selectAnswerInProgress,
  selectAnswerProblem,
  selectAnswerToConfirm,
} from '@handsfree/core/bags'
import type { Ledger, LedgerQuestion } from '@handsfree/core/contract'
import { useSelector } from '@xstate/react'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { Alert, Button, Card, ConfirmDialog, Section, TextLink } from '../../ui/index.ts'
import { LedgerEntryCard } from './LedgerEntryCard.tsx'
import styles from './OrderLedger.module.css'

type QuestionsProps = { actor: OrderLedgerActor; ledger: Ledger }

export function Questions({ actor, ledger }: QuestionsProps) {
  const intl = useIntl()
  const problem = useSelector(actor, selectAnswerProblem)
  const questions = ledger.questions.filter(({ state }) => state !== 'withdrawn')
  const openQuestion = questions.find(({ state }) => state === 'asked')
  if (questions.length === 0 && !problem) return null
  return (
    <Section title={intl.formatMessage({ id: 'ledger.questions' })}>
      <p className="unseen" role="status">
        {openQuestion && ledgerQuestionText(intl, openQuestion)}
      </p>
      <div className={styles.parts}>
        {problem && <FailureAlert failure={problem} />}
        {questions.map((question) => (
          <Question
            key={question.questionId}
            actor={actor}
            ledger={ledger}
            question={question}
            isFirst={question === openQuestion}
          />
        ))}
      </div>
      <Confirmation actor={actor} />
    </Section>
  )
}

type QuestionProps = QuestionsProps & {
  question: LedgerQuestion
  isFirst: boolean
}

function Question({ actor, ledger, question, isFirst }: QuestionProps) {
  const intl = useIntl()
  const { state, before, after, bag } = question
  const isRejected = state === 'notRight'
  return (
    <Card>
      <div className={styles.question}>
        {bag !== null && (
          <p className="small">{intl.formatMessage({ id: 'ledger.bag' }, { number: bag + 1 })}</p>
        )}
        <h3 className={styles.asked}>{ledgerQuestionText(intl, question)}</h3>
        <div className={styles.sides}>
          {before && <LedgerEntryCard entry={before} ledger={ledger} />}
          <LedgerEntryCard entry={after} ledger={ledger} isChange />
        </div>
        {state === 'asked' ? (
          <Answers actor={actor} question={question} kind={isFirst ? 'gold' : 'ghost'} />
        ) : (
          <Alert
            tone={isRejected ? 'coral' : 'mint'}
            action={
              state === 'right' &&
              !isAboutPrice(question) && (
                <TextLink href={`/order/claims/${ledger.orderId}`}>
                  {intl.formatMessage({ id: 'claim.new' })}
                </TextLink>
              )
            }
          >
            {answeredQuestionText(intl, question)}
          </Alert>
        )}
      </div>
    </Card>
  )
}

type AnswersProps = { actor: OrderLedgerActor; question: LedgerQuestion; kind: 'gold' | 'ghost' }

function Answers({ actor, question, kind }: AnswersProps) {
  const intl = useIntl()
  const { questionId } = question
  const answering = useSelector(actor, selectAnswerInProgress)
  const pendingAnswer = answering?.questionId === questionId ? answering.answer : null
  const button = (answer: 'right' | 'notRight', Icon: typeof Check) => (
    <Button
      kind={answer === 'right' ? kind : 'ghost'}
      icon={<Icon size={20} aria-hidden="true" />}
      busy={pendingAnswer === answer}
      disabled={answering !== null && pendingAnswer !== answer}
      onClick={() => actor.send({ type: 'question.answer', questionId, answer })}
    >
      {intl.formatMessage({ id: `ledger.${answer}` })}
    </Button>
  )
  return (
    <>
      <p className="small">{questionDetailText(intl, question)}</p>
      {button('right', Check)}
      {button('notRight', X)}
    </>
  )
}

function Confirmation({ actor }: { actor: OrderLedgerActor }) {
  const intl = useIntl()
  const confirming = useSelector(actor, selectAnswerToConfirm, isSameAnswer)
  // Keeps its content during the closing animation.
  const [last, setShownConfirmation] = useState(confirming)
  if (confirming && confirming !== last) setShownConfirmation(confirming)
  if (!last) return null
  const { question, answer } = last
  return (
    <ConfirmDialog
      open={confirming !== null}
      onClose={() => actor.send({ type: 'answer.dismiss' })}
      title={intl.formatMessage({ id: `ledger.confirm.${answer}` })}
      description={answerEffectText(intl, question, answer)}
      confirm={
        <Button onClick={() => actor.send({ type: 'answer.confirm' })}>
          {intl.formatMessage({ id: `ledger.confirmSend.${answer}` })}
        </Button>
      }
      cancelLabel={intl.formatMessage({ id: 'ledger.checkAgain' })}
    />
  )
}

type Confirming = ReturnType<typeof selectAnswerToConfirm>

const isSameAnswer = (a: Confirming, b: Confirming): boolean =>
  a?.question === b?.question && a?.answer === b?.answer
