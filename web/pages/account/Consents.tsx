import type { App } from '@handsfree/core'
import {
  type ConsentsActor,
  createConsents,
  selectConsentsProblem,
  selectConsentsReading,
  selectHasConsents,
  selectPrivacyConsent,
  selectPushConsent,
} from '@handsfree/core/account'
import type { Consent } from '@handsfree/core/contract'
import { formatTime } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { openPush } from '../../parts/push/open-push.ts'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { ReadingStaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import { useReading } from '../../parts/reading/useReading.ts'
import { Button, Card, Loading, Skeleton, TextLink } from '../../ui/index.ts'
import styles from './Consents.module.css'

function openConsents(app: App): ConsentsActor {
  const actor = createConsents(app)
  actor.on('push.withdrawn', () => openPush(app, 'traveller').send({ type: 'record.changed' }))
  return actor
}

export function Consents() {
  const intl = useIntl()
  const actor = useScreenActor(openConsents)
  const reading = useSelector(actor, selectConsentsReading)
  const isRead = useSelector(actor, selectHasConsents)
  const problem = useSelector(actor, selectConsentsProblem)
  const { hasFailed, problem: readProblem, retry } = useReading(reading)
  if (hasFailed && readProblem) return <FailureAlert failure={readProblem} onRetry={retry} />
  if (!isRead) {
    return (
      <Loading label={intl.formatMessage({ id: 'consents.loading' })}>
        <Skeleton shape="block" height="240px" />
      </Loading>
    )
  }
  return (
    <div className={styles.part}>
      <ReadingStaleAlert reading={reading} />
      <PrivacyCard actor={actor} />
      <PushCard actor={actor} />
      {problem && <FailureAlert failure={problem} />}
    </div>
  )
}

type CardProps = { actor: ConsentsActor }

function PrivacyCard({ actor }: CardProps) {
  const consent = useSelector(actor, selectPrivacyConsent)
  const canAgree = useSelector(actor, (snapshot) => snapshot.can({ type: 'privacy.agree' }))
  const isAgreeing = useSelector(actor, (snapshot) => snapshot.matches('agreeing'))
  return (
    <Card>
      <div className={styles.card}>
        <strong>
          <FormattedMessage id="consents.privacy" />
        </strong>
        <p>{consent ? <Given consent={consent} /> : <FormattedMessage id="consents.notRecorded" />}</p>
        {(canAgree || isAgreeing) && (
          <>
            <p className={styles.newVersion}>
              <FormattedMessage
                id="consents.newVersion"
                values={{ ...policy, link: (words) => <TextLink href="/privacy">{words}</TextLink> }}
              />
            </p>
            <Button kind="ghost" busy={isAgreeing} onClick={() => actor.send({ type: 'privacy.agree' })}>
              <FormattedMessage id="consents.agree" values={policy} />
            </Button>
          </>
        )}
        <p className="soft small">
          <FormattedMessage id="consents.privacyDetail" />
        </p>
        <TextLink href="#deletion">
          <FormattedMessage id="consents.withdrawPrivacy" />
        </TextLink>
      </div>
    </Card>
  )
}

function PushCard({ actor }: CardProps) {
  const intl = useIntl()
  const consent = useSelector(actor, selectPushConsent)
  const isWithdrawing = useSelector(actor, (snapshot) => snapshot.matches('withdrawingPush'))
  return (
    <Card>
      <div className={styles.card}>
        <strong>
          <FormattedMessage id="consents.push" />
        </strong>
        <p>{consent ? <Given consent={consent} /> : <FormattedMessage id="consents.notGiven" />}</p>
        <p className="soft small">
          <FormattedMessage id="consents.pushDetail" />
        </p>
        {consent?.isGiven && (
          <Button
            kind="ghost"
            busy={isWithdrawing}
            aria-label={intl.formatMessage({ id: 'consents.withdrawPush' })}
            onClick={() => actor.send({ type: 'push.withdraw' })}
          >
            <FormattedMessage id="consents.withdraw" />
          </Button>
        )}
      </div>
    </Card>
  )
}

function Given({ consent: { isGiven, version, locale, time } }: { consent: Consent }) {
  const intl = useIntl()
  const { clock, platform } = useApp()
  const options = { timeZone: platform.timeZone(), now: clock.now(), intl, inSentence: true }
  const values = {
    version,
    time: formatTime(time, options),
    language: intl.formatDisplayName(locale.slice(0, 2), { type: 'language' }) ?? '',
  }
  return <FormattedMessage id={isGiven ? 'consents.given' : 'consents.withdrawn'} values={values} />
}
