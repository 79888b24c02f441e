import type { PreparedLink } from '@handsfree/core/contract'
import {
  createPreparedLink,
  type PreparedLinkActor,
  preparedProblemText,
  selectPreparedLink,
  selectPreparedProblem,
  selectPreparedReading,
  textStateText,
} from '@handsfree/core/crew'
import { bagsText, formatRoom, formatTime, joinParts } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { MessageSquare, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../app/BackBar.tsx'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { LoadingPage, ReadingFallback } from '../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import {
  Alert,
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  Headline,
  Page,
  QrCode,
  Section,
  Skeleton,
  StatusBadge,
} from '../ui/index.ts'
import { useMember } from './member.ts'
import { OutboxStatus } from './OutboxStatus.tsx'
import styles from './Prepared.module.css'

export default function CrewPrepared() {
  const intl = useIntl()
  const { preparedId = '' } = useParams()
  const { role } = useMember()
  const actor = useScreenActor((app) => createPreparedLink(app, preparedId))
  const link = useSelector(actor, selectPreparedLink)
  const reading = useSelector(actor, selectPreparedReading)
  const isWithdrawn = useSelector(actor, (snapshot) => snapshot.matches('withdrawn'))
  const bar = <BackBar title={intl.formatMessage({ id: 'crewPrepared.title' })} />
  if (link) return <Waiting actor={actor} link={link} />
  if (isWithdrawn) {
    return (
      <Page bar={bar} centered>
        <Ended title={<FormattedMessage id="crewPrepared.withdrawn" />} />
      </Page>
    )
  }
  return (
    <ReadingFallback
      reading={reading}
      bar={bar}
      loading={
        <LoadingPage bar={bar} labelKey="crewPrepared.loading">
          <Skeleton shape="block" height="280px" />
          <Skeleton shape="block" height="120px" />
        </LoadingPage>
      }
      notThere={
        <Ended title={<FormattedMessage id="crewPrepared.gone" />}>
          <FormattedMessage
            id={role === 'operator' ? 'crewPrepared.goneCaller' : 'crewPrepared.goneDetail'}
          />
        </Ended>
      }
    />
  )
}

const Ended = ({ title, children }: { title: React.ReactNode; children?: React.ReactNode }) => (
  <EmptyState
    role="status"
    level={1}
    title={title}
    action={
      <>
        <Button href="/crew">
          <FormattedMessage id="crewLost.goHome" />
        </Button>
        <Button kind="ghost" href="/crew/prepare">
          <FormattedMessage id="crewPrepared.another" />
        </Button>
      </>
    }
  >
    {children}
  </EmptyState>
)

type WaitingProps = { actor: PreparedLinkActor; link: PreparedLink }

/** Large enough to be scanned across a desk, in CSS pixels. */
const codeSize = 264

function Waiting({ actor, link }: WaitingProps) {
  const intl = useIntl()
  const now = useNow()
  const { role } = useMember()
  const problem = useSelector(actor, selectPreparedProblem)
  const { order, url, guest, sendsTexts = true } = link
  const callerHeadline = sendsTexts ? 'crewPrepared.textCaller' : 'crewPrepared.tellCaller'
  const { timeZone = 'UTC' } = order
  const time = (instant: string) => formatTime(instant, { intl, now, timeZone, inSentence: true })
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'crewPrepared.title' })} />}>
      <OutboxStatus />
      <ReadingStaleAlert reading={useSelector(actor, selectPreparedReading)} />
      <Headline level={2} name={order.preparedId}>
        <FormattedMessage id={role === 'operator' ? callerHeadline : 'crewPrepared.scan'} />
      </Headline>
      <div className={styles.code}>
        <QrCode value={url} label={intl.formatMessage({ id: 'crewPrepared.code' })} size={codeSize} />
        <p className={styles.url}>{url}</p>
      </div>
      <p role="status" className={styles.state}>
        <StatusBadge tone="sky">
          <FormattedMessage id="crewPrepared.created" />
        </StatusBadge>
      </p>
      <p>
        {guest ? (
          <FormattedMessage
            id="crewPrepared.onlyPhone"
            values={{ time: time(order.endTime), phone: `+${guest.dialCode} ${guest.phoneNumber}` }}
          />
        ) : (
          <FormattedMessage id="crewPrepared.anyone" values={{ time: time(order.endTime) }} />
        )}
      </p>
      {problem && (
        <Alert tone="coral" panel>
          {preparedProblemText(intl, problem)}
        </Alert>
      )}
      {guest &&
        (sendsTexts ? (
          <TextLink actor={actor} link={link} />
        ) : (
          <p className="soft">
            <FormattedMessage id="crewPrepared.textsOff" />
          </p>
        ))}
      <Section title={intl.formatMessage({ id: 'crewPrepared.order' })}>
        <Card>
          <p className={styles.name}>
            {joinParts([order.receiverName, formatRoom(order.pickup.roomNumber, intl)])}
          </p>
          <p>
            <FormattedMessage
              id="crewOrder.route"
              values={{ from: order.pickup.name, to: order.delivery.name }}
            />
          </p>
          <p className="soft">{joinParts([bagsText(intl, order.pieces), time(order.pickupTime)])}</p>
          {order.needsPhotos && (
            <p className="soft">
              <FormattedMessage id="crewPrepared.needsPhotos" />
            </p>
          )}
        </Card>
      </Section>
      <Withdraw actor={actor} />
    </Page>
  )
}

function TextLink({ actor, link }: WaitingProps) {
  const intl = useIntl()
  const isTexting = useSelector(actor, (snapshot) => snapshot.matches('texting'))
  const canText = useSelector(actor, (snapshot) => snapshot.can({ type: 'link.text' }))
  const state = textStateText(intl, link)
  return (
    <div className={styles.text}>
      <Button
        icon={<MessageSquare size={20} aria-hidden="true" />}
        busy={isTexting}
        disabled={!canText && !isTexting}
        onClick={() => actor.send({ type: 'link.text' })}
      >
        <FormattedMessage id="crewPrepared.textLink" />
      </Button>
      <p className="soft" role="status">
        {joinParts([state, intl.formatMessage({ id: 'crewPrepared.textsLeft' }, { count: link.textsLeft })])}
      </p>
    </div>
  )
}

function Withdraw({ actor }: { actor: PreparedLinkActor }) {
  const [isAsking, setAsking] = useState(false)
  const isBusy = useSelector(actor, (snapshot) => snapshot.matches('withdrawing'))
  return (
    <div className={styles.withdraw}>
      <Button
        kind="quiet"
        icon={<Undo2 size={20} aria-hidden="true" />}
        busy={isBusy}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        <FormattedMessage id="crewPrepared.withdraw" />
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={<FormattedMessage id="crewPrepared.withdrawTitle" />}
        description={<FormattedMessage id="crewPrepared.withdrawDetail" />}
        confirm={
          <Button
            kind="coral"
            onClick={() => {
              setAsking(false)
              actor.send({ type: 'link.withdraw' })
            }}
          >
            <FormattedMessage id="crewPrepared.withdraw" />
          </Button>
        }
        cancelLabel={<FormattedMessage id="crewPrepared.keep" />}
      />
    </div>
  )
}
