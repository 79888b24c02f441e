import { type ClaimsActor, isLateStage } from '@handsfree/core/claims'
import type { Claim, ClaimAction, ClaimHistory, ClaimStage } from '@handsfree/core/contract'
import {
  claimDeadlineText,
  claimHistoryText,
  complaintDeadlineText,
  formatMoney,
  formatShortTime,
} from '@handsfree/core/i18n'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import {
  Alert,
  Button,
  Card,
  Section,
  StatusBadge,
  type StatusBadgeProps,
  Steps,
  TextLink,
} from '../../ui/index.ts'
import styles from './Claims.module.css'

const tones: Partial<Record<ClaimStage, StatusBadgeProps['tone']>> = {
  started: 'sky',
  offered: 'gold',
  accepted: 'sky',
  paid: 'mint',
  declined: 'plain',
  closed: 'plain',
}

type ClaimCardProps = {
  claim: Claim
  actor: ClaimsActor
  isMain: boolean
}

export function ClaimCard({ claim, actor, isMain }: ClaimCardProps) {
  const intl = useIntl()
  const now = useNow()
  const { stage, kind, offer, amount, words, photos } = claim
  const isLate = isLateStage(stage)
  const complaint = complaintDeadlineText(intl, claim, now)
  return (
    <Section
      title={intl.formatMessage({ id: `claim.kind.${kind}` })}
      aside={
        <StatusBadge tone={tones[stage] ?? (isLate ? 'coral' : 'sky')}>
          <FormattedMessage id="claim.stage" values={{ stage }} />
        </StatusBadge>
      }
    >
      <Card>
        <div className={styles.claim}>
          {isLate ? (
            <Alert tone="coral">{claimDeadlineText(intl, claim, now)}</Alert>
          ) : (
            <p className={styles.clock} role="status">
              {claimDeadlineText(intl, claim, now)}
            </p>
          )}
          {stage === 'offered' && offer && <p className={styles.words}>{offer.words}</p>}
          {complaint &&
            (claim.complaint === 'late' ? (
              <Alert tone="coral">{complaint}</Alert>
            ) : (
              <p role="status">{complaint}</p>
            ))}
          <Answers claim={claim} actor={actor} isMain={isMain} />
          <div>
            <p className={styles.words}>{words}</p>
            {amount.amount > 0 && (
              <p className="small">
                <FormattedMessage id="claim.asked" values={{ amount: formatMoney(amount, intl) }} />
              </p>
            )}
          </div>
          {photos.length > 0 && (
            <ul className={styles.photos}>
              {photos.map((url, index) => (
                <li key={url.split('?', 1)[0]}>
                  <img
                    src={url}
                    alt={intl.formatMessage({ id: 'feedback.photo' }, { number: index + 1 })}
                    loading="lazy"
                    decoding="async"
                  />
                </li>
              ))}
            </ul>
          )}
          <History claim={claim} />
        </div>
      </Card>
    </Section>
  )
}

function Answers({ claim, actor, isMain }: ClaimCardProps) {
  const intl = useIntl()
  const { actions, offer, claimId } = claim
  if (actions.length === 0) return null
  const label = (action: ClaimAction) => {
    if (action !== 'accept') return intl.formatMessage({ id: `claim.${action}` })
    return offer?.amount.amount === 0
      ? intl.formatMessage({ id: 'claim.acceptNothing' })
      : intl.formatMessage({ id: 'claim.acceptAmount' }, { amount: offer && formatMoney(offer.amount, intl) })
  }
  const begin = (action: ClaimAction) => () => actor.send({ type: 'answer.begin', claimId, action })
  const isDecision = (action: ClaimAction) => action === 'accept' || action === 'decline'
  return (
    <div>
      <div className={styles.decision}>
        {actions.filter(isDecision).map((action) => (
          <Button
            key={action}
            kind={action === 'accept' && isMain ? 'gold' : 'ghost'}
            aria-haspopup="dialog"
            onClick={begin(action)}
          >
            {label(action)}
          </Button>
        ))}
      </div>
      <div className={styles.otherAnswers}>
        {actions
          .filter((action) => !isDecision(action))
          .map((action) => (
            <TextLink key={action} aria-haspopup="dialog" onClick={begin(action)}>
              {label(action)}
            </TextLink>
          ))}
      </div>
    </div>
  )
}

function History({ claim }: { claim: Claim }) {
  const intl = useIntl()
  const now = useNow()
  const { history, stage, offer, timeZone, cityName: city } = claim
  // The card shows the current offer's words above.
  const shownWords = stage === 'offered' ? offer?.words : undefined
  const label = intl.formatMessage({ id: 'claim.history' })
  const step = (event: ClaimHistory, index: number) => ({
    id: String(index),
    title: claimHistoryText(intl, event, claim),
    detail: event.words === shownWords ? '' : event.words,
    time: {
      text: formatShortTime(Date.parse(event.time), { intl, now, timeZone, city, inSentence: false }),
      dateTime: event.time,
    },
    state: index === history.length - 1 ? ('now' as const) : ('done' as const),
  })
  return <Steps label={label} steps={history.map(step).reverse()} />
}
