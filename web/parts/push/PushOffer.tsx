import { travellerPushKinds } from '@handsfree/core/contract'
import {
  type PushActor,
  selectIsPushBusy,
  selectIsPushOn,
  selectPushOffer,
  selectPushProblem,
} from '@handsfree/core/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Alert, Button, Card, Section, TextLink } from '../../ui/index.ts'
import { InstallSteps } from './InstallSteps.tsx'
import styles from './Push.module.css'
import { PushConsent } from './PushConsent.tsx'
import { PushProblemAlert } from './PushProblemAlert.tsx'
import { usePush } from './usePush.ts'

/** Offers notices until the first answer on this device. For pages of paid orders. */
export default function PushOffer() {
  const actor = usePush('traveller')
  return actor && <Offer actor={actor} />
}

function Offer({ actor }: { actor: PushActor }) {
  const intl = useIntl()
  const offer = useSelector(actor, selectPushOffer)
  const isOn = useSelector(actor, selectIsPushOn)
  const isDenied = useSelector(actor, (snapshot) => snapshot.matches('denied'))
  const [wasOffered, setWasOffered] = useState(false)
  useEffect(() => {
    if (offer === 'turnOn') setWasOffered(true)
  }, [offer])
  if (offer === 'turnOn') return <TurnOn actor={actor} />
  if (offer === 'installFirst' || offer === 'inWeChat') {
    const isInWeChat = offer === 'inWeChat'
    return (
      <Section title={intl.formatMessage({ id: isInWeChat ? 'push.weChatTitle' : 'push.installTitle' })}>
        <OfferCard actor={actor} answer={<FormattedMessage id="push.gotIt" />}>
          {isInWeChat ? (
            <>
              <p>
                <FormattedMessage id="push.texts" />
              </p>
              <p>
                <FormattedMessage id="push.weChatDetail" />
              </p>
            </>
          ) : (
            <>
              <p>
                <FormattedMessage id="push.offerDetail" />
              </p>
              <InstallSteps />
            </>
          )}
        </OfferCard>
      </Section>
    )
  }
  if (!wasOffered || !(isOn || isDenied)) return null
  return (
    <Alert
      tone={isOn ? 'mint' : 'sky'}
      panel
      action={
        isOn && (
          <TextLink href="/person/account">
            <FormattedMessage id="push.change" />
          </TextLink>
        )
      }
    >
      <FormattedMessage id={isOn ? 'push.onNow' : 'push.denied'} />
    </Alert>
  )
}

function TurnOn({ actor }: { actor: PushActor }) {
  const intl = useIntl()
  const isBusy = useSelector(actor, selectIsPushBusy)
  const problem = useSelector(actor, selectPushProblem)
  return (
    <Section title={intl.formatMessage({ id: 'push.offerTitle' })}>
      <OfferCard actor={actor} answer={<FormattedMessage id="push.decline" />}>
        <p>
          <FormattedMessage id="push.offerDetail" />
        </p>
        <p className="soft">
          <FormattedMessage id="push.texts" />
        </p>
        <PushConsent />
        {problem && <PushProblemAlert problem={problem} />}
        <Button
          kind="ghost"
          busy={isBusy}
          onClick={() => actor.send({ type: 'push.turnOn', kinds: travellerPushKinds })}
        >
          <FormattedMessage id="push.turnOn" />
        </Button>
      </OfferCard>
    </Section>
  )
}

type OfferCardProps = { actor: PushActor; answer: ReactNode; children: ReactNode }

const OfferCard = ({ actor, answer, children }: OfferCardProps) => (
  <Card>
    <div className={styles.part}>
      {children}
      <div className={styles.actions}>
        <TextLink onClick={() => actor.send({ type: 'push.decline' })}>{answer}</TextLink>
      </div>
    </div>
  </Card>
)
