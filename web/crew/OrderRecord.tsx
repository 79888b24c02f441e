import { ledgerQuestionText } from '@handsfree/core/bags'
import type {
  Ledger,
  OperatorClaim,
  OperatorOrder,
  OrderMessage,
  OrderOperation,
  StaffNote,
} from '@handsfree/core/contract'
import {
  actorText,
  createOrderRecord,
  hasMessageFailed,
  markNoteRead,
  messageStateText,
  messageText,
  noteAuthorText,
  type OrderRecord as OrderRecordValue,
  operationDetail,
  operationText,
  recordEntryText,
} from '@handsfree/core/crew'
import { formatMoney, formatTime, joinParts } from '@handsfree/core/i18n'
import { type ReadingActor, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../app/useApp.ts'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { Picture } from '../parts/orders/Picture.tsx'
import { LoadFailed } from '../parts/reading/LoadFailed.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import { useReading } from '../parts/reading/useReading.ts'
import { Anchor, Button, Card, Loading, Section, Skeleton, StatusBadge } from '../ui/index.ts'
import { InvoiceCard } from './InvoiceCard.tsx'
import styles from './OrderRecord.module.css'

/** Notes, money, invoice, bags at each end, questions, claims, messages and log of an order, for operators. */
export function OrderRecord({ order }: { order: OperatorOrder }) {
  const intl = useIntl()
  const reading = useScreenActor((app) => createOrderRecord(app, order.orderId))
  const record = useSelector(reading, selectValue(reading))
  const { hasFailed, problem, retry } = useReading(reading)
  if (record === null) {
    return hasFailed ? (
      <LoadFailed problem={problem} onReload={retry} />
    ) : (
      <Loading label={intl.formatMessage({ id: 'crewRecord.loading' })}>
        <Skeleton shape="block" height="120px" />
        <Skeleton shape="block" height="220px" />
      </Loading>
    )
  }
  const { ledger, notes, operations, claims, messages, invoice } = record
  return (
    <>
      <ReadingStaleAlert reading={reading} />
      <Notes reading={reading} notes={notes} order={order} />
      <Money order={order} />
      {invoice && (
        <InvoiceCard invoice={invoice} order={order} onDone={() => reading.send({ type: 'reading.hint' })} />
      )}
      <Bags ledger={ledger} />
      <Questions ledger={ledger} />
      <Claims claims={claims} order={order} />
      <Messages messages={messages} order={order} />
      <Log operations={operations} order={order} />
    </>
  )
}

/** A time in the pickup place's zone. */
function Time({ at, zone }: { at: string; zone: Pick<OperatorOrder, 'timeZone' | 'cityName'> }) {
  const intl = useIntl()
  const now = useNow()
  return (
    <time className="soft" dateTime={at}>
      {formatTime(at, { intl, now, timeZone: zone.timeZone, city: zone.cityName })}
    </time>
  )
}

type NotesProps = {
  reading: ReadingActor<OrderRecordValue>
  notes: readonly StaffNote[]
  order: OperatorOrder
}

function Notes({ reading, notes, order }: NotesProps) {
  const intl = useIntl()
  const app = useApp()
  return (
    <Section title={intl.formatMessage({ id: 'crewNote.title' })}>
      <Card>
        {notes.length === 0 && (
          <p className="soft">
            <FormattedMessage id="crewNote.none" />
          </p>
        )}
        <ul className={styles.lines}>
          {notes.map((note) => (
            <li key={note.noteId}>
              <div className={styles.line}>
                <span className="soft">{noteAuthorText(intl, note)}</span>
                <Time at={note.time} zone={order} />
              </div>
              <p className={styles.words}>{note.words}</p>
              {note.readTime === null && (
                <div className={styles.line}>
                  <StatusBadge tone="gold">
                    <FormattedMessage id="crewNote.unread" />
                  </StatusBadge>
                  <Button
                    kind="ghost"
                    size="small"
                    onClick={() => void markNoteRead(app, reading, note.noteId)}
                  >
                    <FormattedMessage id="crewNote.markRead" />
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

type MoneyLineProps = { label: string; detail?: ReactNode; amount: string }

const MoneyLine = ({ label, detail, amount }: MoneyLineProps) => (
  <li className={styles.line}>
    <span>
      {label} {detail && <span className="soft">{detail}</span>}
    </span>
    <span>{amount}</span>
  </li>
)

function Money({ order }: { order: OperatorOrder }) {
  const intl = useIntl()
  const { total, payments, refunds, disputes } = order
  return (
    <Section title={intl.formatMessage({ id: 'crewMoney.title' })}>
      <Card>
        <ul className={styles.lines}>
          <MoneyLine
            label={intl.formatMessage({ id: 'crewMoney.total' })}
            amount={formatMoney(total, intl)}
          />
          {payments.map(({ paymentId, paidTime, amount }) => (
            <MoneyLine
              key={paymentId}
              label={intl.formatMessage({ id: 'crewMoney.paid' })}
              detail={<Time at={paidTime} zone={order} />}
              amount={formatMoney(amount, intl)}
            />
          ))}
          {refunds.map(({ refundId, amount, state, lastError }) => (
            <MoneyLine
              key={refundId}
              label={intl.formatMessage({ id: 'crewMoney.refund' })}
              detail={joinParts([intl.formatMessage({ id: 'crewMoney.stage' }, { stage: state }), lastError])}
              amount={`−${formatMoney(amount, intl)}`}
            />
          ))}
          {disputes.map(({ disputeId, amount, reason, state }) => (
            <MoneyLine
              key={disputeId}
              label={intl.formatMessage({ id: 'crewMoney.dispute' })}
              detail={joinParts([intl.formatMessage({ id: 'crewMoney.disputeState' }, { state }), reason])}
              amount={formatMoney(amount, intl)}
            />
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function Bags({ ledger }: { ledger: Ledger }) {
  const intl = useIntl()
  return (
    <Section title={intl.formatMessage({ id: 'crewRecord.bags' })}>
      <Card>
        {ledger.bags.length === 0 && (
          <p className="soft">
            <FormattedMessage id="crewRecord.noBags" />
          </p>
        )}
        {ledger.bags.map(({ tagCode, entries }, index) => {
          const name = tagCode
            ? intl.formatMessage({ id: 'bags.tag' }, { tag: tagCode })
            : intl.formatMessage({ id: 'ledger.bag' }, { number: index + 1 })
          return (
            <div key={tagCode ?? index} className={styles.bag}>
              <strong>{name}</strong>
              <ul className={styles.entries}>
                {entries.map((entry) => {
                  const words = recordEntryText(intl, entry)
                  return (
                    <li key={`${entry.stage}-${entry.time}`}>
                      <div className={styles.photos}>
                        {entry.photos.map((url, photo) => (
                          <Picture
                            key={url.split('?', 1)[0]}
                            url={url}
                            alt={intl.formatMessage(
                              { id: 'ledger.photoOf' },
                              { words: joinParts([name, words]), number: photo + 1 },
                            )}
                            size="small"
                          />
                        ))}
                      </div>
                      <div>{words}</div>
                      <Time at={entry.time} zone={ledger} />
                    </li>
                  )
                })}
              </ul>
            </div>
          )
        })}
      </Card>
    </Section>
  )
}

function Questions({ ledger }: { ledger: Ledger }) {
  const intl = useIntl()
  const { questions } = ledger
  if (questions.length === 0) return null
  return (
    <Section title={intl.formatMessage({ id: 'crewRecord.questions' })}>
      <Card>
        <ul className={styles.lines}>
          {questions.map((question) => (
            <li key={question.questionId}>
              <div>{ledgerQuestionText(intl, question)}</div>
              <div className={styles.line}>
                <strong>{intl.formatMessage({ id: 'crewRecord.answer' }, { state: question.state })}</strong>
                <Time at={question.answerTime ?? question.askTime} zone={ledger} />
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function Claims({ claims, order }: { claims: readonly OperatorClaim[]; order: OperatorOrder }) {
  const intl = useIntl()
  if (claims.length === 0) return null
  return (
    <Section title={intl.formatMessage({ id: 'claims.title' })}>
      <Card>
        <ul className={styles.lines}>
          {claims.map(({ claimId, kind, stage, complaint, nextTime, isOverdue }) => (
            <li key={claimId} className={styles.line}>
              <span>
                <Anchor href={`/crew/office/claims/${claimId}`}>
                  <FormattedMessage id={`claim.kind.${kind}`} />
                </Anchor>{' '}
                <span className="soft">
                  <FormattedMessage id="crewOffice.claimStage" values={{ stage, complaint }} />
                </span>
              </span>
              {nextTime && (
                <StatusBadge tone={isOverdue ? 'coral' : 'sky'}>
                  <FormattedMessage
                    id={isOverdue ? 'crewOffice.overdue' : 'crewOffice.dueBy'}
                    values={{ time: <Time at={nextTime} zone={order} /> }}
                  />
                </StatusBadge>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function Messages({ messages, order }: { messages: readonly OrderMessage[]; order: OperatorOrder }) {
  const intl = useIntl()
  return (
    <Section title={intl.formatMessage({ id: 'crewMessage.title' })}>
      <Card>
        {messages.length === 0 && (
          <p className="soft">
            <FormattedMessage id="crewMessage.none" />
          </p>
        )}
        <ul className={styles.lines}>
          {messages.map((message) => (
            <li
              key={`${message.channel} ${messageText(intl, message)} ${message.time}`}
              className={styles.line}
            >
              <span>
                {messageText(intl, message)}{' '}
                {hasMessageFailed(message) ? (
                  <StatusBadge tone="coral">{messageStateText(intl, message)}</StatusBadge>
                ) : (
                  <span className="soft">{messageStateText(intl, message)}</span>
                )}
              </span>
              <Time at={message.time} zone={order} />
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function Log({ operations, order }: { operations: readonly OrderOperation[]; order: OperatorOrder }) {
  const intl = useIntl()
  return (
    <Section title={intl.formatMessage({ id: 'crewLog.title' })}>
      <Card>
        <ol className={styles.lines}>
          {operations.map((operation) => {
            const detail = operationDetail(operation)
            return (
              <li key={operation.operationId}>
                <div className={styles.line}>
                  <span>
                    {operationText(intl, operation)}{' '}
                    <span className="soft">{actorText(intl, operation)}</span>
                  </span>
                  <Time at={operation.happenedAt ?? operation.time} zone={order} />
                </div>
                {detail && <div className={styles.words}>{detail}</div>}
              </li>
            )
          })}
        </ol>
      </Card>
    </Section>
  )
}
