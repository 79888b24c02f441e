import { type OperatorClaim, operatorGetClaim } from '@handsfree/core/contract'
import { formatMoney, parseTypedMoney } from '@handsfree/core/i18n'
import {
  createOfficeAct,
  type OfficeAct,
  type OfficeActActor,
  selectSendingCall,
} from '@handsfree/core/office'
import { policy } from '@handsfree/core/policy'
import { createReading } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { useScreenActor } from '../../app/useScreenActor.ts'
import {
  Anchor,
  Button,
  Card,
  DescriptionItem,
  DescriptionList,
  Field,
  Section,
  TextControl,
} from '../../ui/index.ts'
import { RefundRequestCard } from '../RefundRequestCard.tsx'
import { Due } from './Due.tsx'
import styles from './Employee.module.css'
import { OfficePage } from './OfficePage.tsx'
import { OfficeProblem } from './OfficeProblem.tsx'
import { OfficeReading } from './OfficeReading.tsx'
import { Pictures } from './Pictures.tsx'
import { useOfficeTime } from './useOfficeTime.ts'

export default function OfficeClaim() {
  const { claimId = '' } = useParams()
  const reading = useScreenActor((app) => createReading(app, operatorGetClaim, { params: { claimId } }))
  const actor = useScreenActor((app) => createOfficeAct(app, () => reading.send({ type: 'reading.hint' })))
  return (
    <OfficePage titleKey="crewOffice.claim" fallback="/crew/office/claims">
      <OfficeReading reading={reading}>
        {(claim) => (
          <div className={styles.employee}>
            <Facts claim={claim} />
            <div className={styles.part}>
              <OfficeProblem actor={actor} />
              {claim.refundRequest && (
                <RefundRequestCard
                  request={claim.refundRequest}
                  onDecided={() => reading.send({ type: 'reading.hint' })}
                />
              )}
              {/* Each act adds to the history, and empties the forms. */}
              <Acts key={claim.history.length} claim={claim} actor={actor} />
              <History claim={claim} />
            </div>
          </div>
        )}
      </OfficeReading>
    </OfficePage>
  )
}

function Facts({ claim }: { claim: OperatorClaim }) {
  const intl = useIntl()
  const timeText = useOfficeTime()
  const { kind, stage, complaint, orderId, orderNumber, words, photos, amount, limit, offer, payoutDue } =
    claim
  const label = (id: 'order' | 'state' | 'due' | 'asked' | 'limit' | 'offered' | 'toPay') =>
    intl.formatMessage({ id: `crewOffice.${id}` })
  return (
    <div className={styles.part}>
      <Card>
        <DescriptionList>
          <DescriptionItem label={label('order')}>
            <Anchor href={`/crew/orders/${orderId}`}>{orderNumber}</Anchor>
          </DescriptionItem>
          <DescriptionItem label={label('state')}>
            <FormattedMessage id="crewOffice.claimStage" values={{ stage, complaint }} />
          </DescriptionItem>
          {claim.nextTime && (
            <DescriptionItem label={label('due')}>
              <Due time={timeText(claim.nextTime)} isOverdue={claim.isOverdue} />
            </DescriptionItem>
          )}
          {amount.amount > 0 && (
            <DescriptionItem label={label('asked')}>{formatMoney(amount, intl)}</DescriptionItem>
          )}
          <DescriptionItem label={label('limit')}>{formatMoney(limit, intl)}</DescriptionItem>
          {offer && (
            <DescriptionItem label={label('offered')}>{formatMoney(offer.amount, intl)}</DescriptionItem>
          )}
          {payoutDue.amount > 0 && (
            <DescriptionItem label={label('toPay')}>{formatMoney(payoutDue, intl)}</DescriptionItem>
          )}
        </DescriptionList>
      </Card>
      <Section title={intl.formatMessage({ id: `claim.kind.${kind}` })}>
        <p className={styles.words}>{words}</p>
      </Section>
      <Pictures urls={photos} />
    </div>
  )
}

type ActsProps = { claim: OperatorClaim; actor: OfficeActActor }

/** The server lists which acts are legal now. */
function Acts({ claim, actor }: ActsProps) {
  const intl = useIntl()
  const { claimId, events, limit } = claim
  const sending = useSelector(actor, selectSendingCall)
  const params = { claimId }
  const send = (act: OfficeAct) => actor.send({ type: 'act.send', act })
  const label = (id: 'amount' | 'wordsToTraveller' | 'reference') =>
    intl.formatMessage({ id: `crewOffice.${id}` })
  return (
    <>
      {events.includes('start') && (
        <Button
          busy={sending === 'operatorStartClaim'}
          onClick={() => send({ name: 'operatorStartClaim', request: { params, body: {} } })}
        >
          <FormattedMessage id="crewOffice.startClaim" />
        </Button>
      )}
      {events.includes('offer') && claim.refundRequest === null && (
        <ActForm
          title={<FormattedMessage id="crewOffice.offer" />}
          isBusy={sending === 'operatorOfferClaim'}
          onSend={({ amount = '', words = '' }) =>
            send({
              name: 'operatorOfferClaim',
              request: { params, body: { amount: parseTypedMoney(amount).amount, words } },
            })
          }
        >
          <Field
            label={label('amount')}
            hint={intl.formatMessage({ id: 'crewOffice.amountHint' }, { limit: formatMoney(limit, intl) })}
          >
            <TextControl name="amount" inputMode="decimal" required pattern="[0-9]{1,7}([.][0-9]{1,2})?" />
          </Field>
          <Field label={label('wordsToTraveller')}>
            <TextControl name="words" multiline required maxLength={policy.maxClaimCharacters} />
          </Field>
        </ActForm>
      )}
      {events.includes('pay') && (
        <ActForm
          title={<FormattedMessage id="crewOffice.pay" />}
          isBusy={sending === 'operatorPayClaim'}
          onSend={({ reference = '' }) =>
            send({ name: 'operatorPayClaim', request: { params, body: { reference } } })
          }
        >
          <Field label={label('reference')}>
            <TextControl name="reference" required maxLength={200} />
          </Field>
        </ActForm>
      )}
      {events.includes('answer') && (
        <ActForm
          title={<FormattedMessage id="crewOffice.answer" />}
          isBusy={sending === 'operatorAnswerComplaint'}
          onSend={({ words = '' }) =>
            send({ name: 'operatorAnswerComplaint', request: { params, body: { words } } })
          }
        >
          <Field label={label('wordsToTraveller')}>
            <TextControl name="words" multiline required maxLength={policy.maxClaimCharacters} />
          </Field>
        </ActForm>
      )}
    </>
  )
}

type ActFormProps = {
  title: ReactNode
  isBusy: boolean
  onSend: (fields: Record<string, string>) => void
  children: ReactNode
}

function ActForm({ title, isBusy, onSend, children }: ActFormProps) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>)
      }}
    >
      {children}
      <Button type="submit" busy={isBusy}>
        {title}
      </Button>
    </form>
  )
}

function History({ claim: { history, amount } }: { claim: OperatorClaim }) {
  const intl = useIntl()
  const timeText = useOfficeTime()
  return (
    <Section title={intl.formatMessage({ id: 'crewOffice.history' })}>
      <ul className={styles.part}>
        {history.map((event) => (
          <li key={`${event.type} ${event.time}`}>
            <div className="soft">{timeText(event.time)}</div>
            <div>
              <FormattedMessage
                id="crewOffice.claimEvent"
                values={{
                  type: event.type,
                  amount: formatMoney({ amount: event.amount ?? 0, currency: amount.currency }, intl),
                }}
              />
            </div>
            {event.words && <p className={styles.words}>{event.words}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
