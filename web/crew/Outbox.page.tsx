import { selectForeignActs, selectQueuedActs } from '@handsfree/core/crew'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../app/BackBar.tsx'
import { Alert, Button, EmptyListPicture, EmptyState, Page } from '../ui/index.ts'
import { useCrewApp } from './crew-app.ts'
import { OutboxStatus } from './OutboxStatus.tsx'
import { QueuedActs } from './QueuedActs.tsx'

export default function CrewOutbox() {
  const intl = useIntl()
  const { outbox } = useCrewApp()
  const acts = useSelector(outbox, selectQueuedActs)
  const foreignActs = useSelector(outbox, selectForeignActs)
  const canSend = useSelector(outbox, (snapshot) => snapshot.can({ type: 'outbox.send' }))
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'crewOutbox.title' })} />}>
      <OutboxStatus />
      {acts.length === 0 ? (
        <EmptyState picture={<EmptyListPicture />} title={<FormattedMessage id="crewOutbox.empty" />}>
          <FormattedMessage id="crewOutbox.emptyDetail" />
        </EmptyState>
      ) : (
        <>
          <QueuedActs acts={acts} />
          {canSend && (
            <Button kind="ghost" onClick={() => outbox.send({ type: 'outbox.send' })}>
              <FormattedMessage id="crewOutbox.sendNow" />
            </Button>
          )}
        </>
      )}
      {foreignActs.map(([name, count]) => (
        <Alert tone="sky" panel key={name}>
          <FormattedMessage id="crewOutbox.foreign" values={{ name, count }} />
        </Alert>
      ))}
    </Page>
  )
}
