import {
  actText,
  areActsStored,
  type QueuedAct,
  selectIsWaitingForNetwork,
  selectQueuedActs,
  selectUndoableAct,
} from '@handsfree/core/crew'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useIsOnline } from '../app/useIsOnline.ts'
import { useNow } from '../app/useNow.ts'
import { Alert, Button, TextLink } from '../ui/index.ts'
import { useCrewApp } from './crew-app.ts'
import styles from './OutboxStatus.module.css'

/** Unsent acts: one that can be undone, acts that wait for a network, and refused ones. */
export function OutboxStatus({ isOutbox = false }: { isOutbox?: boolean }) {
  const app = useCrewApp()
  const { outbox } = app
  const isOnline = useIsOnline()
  const acts = useSelector(outbox, selectQueuedActs)
  const undoable = useSelector(outbox, selectUndoableAct)
  const isWaiting = useSelector(outbox, selectIsWaitingForNetwork)
  const refused = acts.filter(({ refusal }) => refusal !== null).length
  const waiting = acts.length - refused
  return (
    <>
      {undoable && <UndoBar act={undoable} key={undoable.key} />}
      {refused > 0 && (
        <div className={styles.part}>
          <Alert tone="coral" panel action={!isOutbox && <ShowActs />}>
            <FormattedMessage id="crewOutbox.refused" values={{ count: refused }} />
          </Alert>
        </div>
      )}
      {waiting > 0 && !areActsStored(app) && (
        <div className={styles.part}>
          <Alert tone="coral" panel>
            <FormattedMessage id="crewOutbox.notStored" values={{ count: waiting }} />
          </Alert>
        </div>
      )}
      {(!isOnline || isWaiting) && (
        <div className={styles.part}>
          <Alert tone="sky" panel action={!isOutbox && waiting > 0 && <ShowActs />}>
            {!isOnline && <FormattedMessage id="crewOutbox.offline" />}{' '}
            {waiting > 0 && <FormattedMessage id="crewOutbox.waiting" values={{ count: waiting }} />}
          </Alert>
        </div>
      )}
    </>
  )
}

const ShowActs = () => (
  <TextLink href="/crew/outbox">
    <FormattedMessage id="crewOutbox.open" />
  </TextLink>
)

function UndoBar({ act }: { act: QueuedAct }) {
  const intl = useIntl()
  const { outbox } = useCrewApp()
  const seconds = Math.floor((act.leaveAt - useNow(1_000)) / 1_000)
  if (seconds <= 0) return null
  return (
    <div className={styles.undo} role="status">
      <span aria-hidden="true">
        {intl.formatMessage({ id: 'crewOutbox.leaves' }, { act: actText(intl, act.act), seconds })}
      </span>
      <span className="unseen">{actText(intl, act.act)}</span>
      <Button kind="ghost" size="small" onClick={() => outbox.send({ type: 'act.undo', key: act.key })}>
        <FormattedMessage id="crewOutbox.undo" />
      </Button>
    </div>
  )
}
