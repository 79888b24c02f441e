import {
  actText,
  entriesText,
  previousRefused,
  proofOf,
  type QueuedAct,
  refusalText,
  selectIsSendingActs,
  selectIsWaitingForNetwork,
} from '@handsfree/core/crew'
import { formatTime } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { navigate } from '../app/navigate.ts'
import { useNow } from '../app/useNow.ts'
import { Alert, Button, Card, ConfirmDialog, StatusBadge, TextLink } from '../ui/index.ts'
import { useCrewApp } from './crew-app.ts'
import styles from './QueuedActs.module.css'

export type QueuedActsProps = {
  acts: readonly QueuedAct[]
  /** On the page of their order. */
  isInOrder?: boolean
}

export function QueuedActs({ acts, isInOrder = false }: QueuedActsProps) {
  return (
    <ul className={styles.list}>
      {acts.map((act, index) => (
        <li key={act.key}>
          <Card>
            <QueuedActCard act={act} isInOrder={isInOrder} isFirst={index === 0} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

type QueuedActCardProps = { act: QueuedAct; isInOrder: boolean; isFirst: boolean }

function QueuedActCard({ act, isInOrder, isFirst }: QueuedActCardProps) {
  const intl = useIntl()
  const now = useNow()
  const { outbox, platform } = useCrewApp()
  const isSending = useSelector(outbox, selectIsSendingActs)
  const isWaiting = useSelector(outbox, selectIsWaitingForNetwork)
  const entries = entriesText(intl, act.act, act.proof)
  const queuedState = isWaiting ? 'network' : isSending && isFirst ? 'sending' : 'queued'
  return (
    <div className={styles.act}>
      <div className={styles.head}>
        <strong>{actText(intl, act.act)}</strong>
        <StatusBadge tone={act.refusal ? 'coral' : 'sky'}>
          {intl.formatMessage({ id: `crewOutbox.state.${act.refusal ? 'refused' : queuedState}` })}
        </StatusBadge>
      </div>
      <div className="soft">
        {formatTime(act.happenedAt, { intl, now, timeZone: platform.timeZone() })}
        {!isInOrder && (
          <>
            {' · '}
            <TextLink href={`/crew/orders/${act.orderId}`}>{act.orderNumber}</TextLink>
          </>
        )}
      </div>
      {entries && (
        <p>
          <FormattedMessage id="crewOutbox.entered" values={{ entries }} />
        </p>
      )}
      {act.refusal ? <RefusedAct act={act} /> : <UndoButton act={act} />}
    </div>
  )
}

function UndoButton({ act }: { act: QueuedAct }) {
  const { outbox } = useCrewApp()
  const canUndo = useSelector(outbox, (snapshot) => snapshot.can({ type: 'act.undo', key: act.key }))
  if (!canUndo) return null
  return (
    <div className={styles.ways}>
      <Button kind="ghost" size="small" onClick={() => outbox.send({ type: 'act.undo', key: act.key })}>
        <FormattedMessage id="crewOutbox.undo" />
      </Button>
    </div>
  )
}

/** The reason, and the ways on: again, corrected, or not at all. */
function RefusedAct({ act }: { act: QueuedAct }) {
  const intl = useIntl()
  const { outbox } = useCrewApp()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const isFollower = act.refusal?.code === previousRefused
  const correct = () => {
    outbox.send({ type: 'act.correct', key: act.key })
    navigate(`/crew/orders/${act.orderId}`)
  }
  return (
    <>
      <Alert tone={isFollower ? 'sky' : 'coral'} panel>
        {refusalText(intl, act)}
      </Alert>
      <div className={styles.ways}>
        <Button size="small" onClick={() => outbox.send({ type: 'act.retry', key: act.key })}>
          <FormattedMessage id="crewAct.retry" />
        </Button>
        {proofOf(act.act) !== 'none' && (
          <Button kind="ghost" size="small" onClick={correct}>
            <FormattedMessage id="crewOutbox.correct" />
          </Button>
        )}
        <Button kind="coral" size="small" onClick={() => setIsDiscarding(true)}>
          <FormattedMessage id="crewOutbox.discard" />
        </Button>
      </div>
      <ConfirmDialog
        open={isDiscarding}
        onClose={() => setIsDiscarding(false)}
        title={<FormattedMessage id="crewOutbox.discardTitle" />}
        description={<FormattedMessage id="crewOutbox.discardDetail" />}
        confirm={
          <Button kind="coral" onClick={() => outbox.send({ type: 'act.discard', key: act.key })}>
            <FormattedMessage id="crewOutbox.discard" />
          </Button>
        }
        cancelLabel={<FormattedMessage id="crewOutbox.keep" />}
      />
    </>
  )
}
