import { selectForeignActs, selectQueuedActs } from '@handsfree/core/crew'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../app/BackBar.tsx'
import { useIsOnline } from '../app/useIsOnline.ts'
import { Alert, Button, EmptyListPicture, EmptyState, Page } from '../ui/index.ts'
import { useCrewApp } from './crew-app.ts'
import styles from './Outbox.module.css'
import { OutboxStatus } from './OutboxStatus.tsx'
import { QueuedActs } from './QueuedActs.tsx'

export default function CrewOutbox() {
  const intl = useIntl()
  const { outbox } = useCrewApp()
  const acts = useSelector(outbox, selectQueuedActs)
  const foreignActs = useSelector(outbox, selectForeignActs)
  const isOnline = useIsOnline()
  const canSend = useSelector(outbox, (snapshot) => snapshot.can({ type: 'outbox.send' }))
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'crewOutbox.title' })} />}>
      <OutboxStatus isOutbox />
      {acts.length === 0 ? (
        <EmptyState picture={<EmptyListPicture />} title={<FormattedMessage id="crewOutbox.empty" />}>
          <FormattedMessage id="crewOutbox.emptyDetail" />
        </EmptyState>
      ) : (
        <div className={styles.acts}>
          <QueuedActs acts={acts} />
          {canSend && isOnline && (
            <Button kind="ghost" onClick={() => outbox.send({ type: 'outbox.send' })}>
              <FormattedMessage id="crewOutbox.sendNow" />
            </Button>
          )}
        </div>
      )}
      {foreignActs.map(([name, count]) => (
        <Alert tone="sky" panel key={name}>
          <FormattedMessage id="crewOutbox.foreign" values={{ name, count }} />
        </Alert>
      ))}
    </Page>
  )
}
