import type { CancelPreview } from '@handsfree/core/api'
import {
  type OrderDetailActor,
  selectCanCancel,
  selectCancelPreview,
  selectCancelProblem,
} from '@handsfree/core/order'
import { failureWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { formatMoney, formatTime } from '../../format/index.ts'
import type { MessageKey, MessageKeyUnder } from '../../message-key.ts'
import { Alert, Button, Sheet } from '../../ui/index.ts'
import styles from './Cancellation.module.css'
import type { OrderProps } from './OrderView.tsx'

type CancellationProps = OrderProps & { actor: OrderDetailActor }

/** Cancels the order, after showing what comes back and by when. */
export function Cancellation({ actor, order }: CancellationProps) {
  const intl = useIntl()
  const snapshot = useSelector(actor, (current) => current)
  const canCancel = selectCanCancel(snapshot)
  const isPreviewing = snapshot.matches({ shown: { cancellation: 'previewing' } })
  const problem = selectCancelProblem(snapshot)
  const isOpen =
    snapshot.matches({ shown: { cancellation: 'deciding' } }) ||
    snapshot.matches({ shown: { cancellation: 'cancelling' } }) ||
    snapshot.matches({ shown: { cancellation: 'refused' } }) ||
    // Another try after a refusal stays in the sheet.
    (isPreviewing && problem !== null)
  return (
    <>
      {(canCancel || isPreviewing || isOpen) && (
        <div className={styles.start}>
          <Button
            kind="ghost"
            busy={isPreviewing}
            disabled={!canCancel && !isPreviewing}
            onClick={() => actor.send({ type: 'cancellation.preview' })}
          >
            {intl.formatMessage({ id: 'cancellation.start' })}
          </Button>
        </div>
      )}
      <CancellationSheet actor={actor} order={order} open={isOpen} />
    </>
  )
}

function CancellationSheet({ actor, order, open }: CancellationProps & { open: boolean }) {
  const intl = useIntl()
  const snapshot = useSelector(actor, (current) => current)
  const preview = selectCancelPreview(snapshot)
  const problem = selectCancelProblem(snapshot)
  const say = (id: MessageKey) => intl.formatMessage({ id })
  const next = problem ? 'cancellation.preview' : 'cancellation.confirm'
  const isBusy = snapshot.hasTag('busy')
  return (
    <Sheet
      open={open}
      onClose={() => actor.send({ type: 'cancellation.dismiss' })}
      title={say(problem ? 'cancellation.failed' : 'cancellation.title')}
      closeLabel={say('common.close')}
      action={
        <div className={styles.actions}>
          {(!problem || isBusy || snapshot.can({ type: next })) && (
            <Button
              kind={problem ? 'pine' : 'coral'}
              busy={isBusy}
              disabled={!isBusy && !snapshot.can({ type: next })}
              onClick={() => actor.send({ type: next })}
            >
              {say(problem ? 'common.tryAgain' : 'cancellation.confirm')}
            </Button>
          )}
          <Button
            kind="ghost"
            disabled={!snapshot.can({ type: 'cancellation.dismiss' })}
            onClick={() => actor.send({ type: 'cancellation.dismiss' })}
          >
            {say('cancellation.keep')}
          </Button>
        </div>
      }
    >
      {problem ? (
        <Alert tone="coral" panel>
          {failureWords(intl, problem)} {say('cancellation.stillHere')}
        </Alert>
      ) : (
        preview && <Consequences preview={preview} order={order} />
      )}
    </Sheet>
  )
}

/** What comes back, how and by when. */
function Consequences({ preview, order }: OrderProps & { preview: CancelPreview }) {
  const intl = useIntl()
  const now = useNow()
  const say = (id: MessageKeyUnder<'cancellation'>) => intl.formatMessage({ id: `cancellation.${id}` })
  if (preview.refund.amount === 0) return <p className={styles.words}>{say('nothingPaid')}</p>
  const { timeZone, cityName } = order
  return (
    <>
      <dl className={styles.facts}>
        <dt>{say('getBack')}</dt>
        <dd className={styles.sum}>{formatMoney(preview.refund, intl)}</dd>
        <dt>{say('to')}</dt>
        <dd>{say('toMethod')}</dd>
        {preview.refundBy && (
          <>
            <dt>{say('by')}</dt>
            <dd>{formatTime(preview.refundBy, { intl, now, timeZone, city: cityName })}</dd>
          </>
        )}
      </dl>
      <p className={styles.words}>{say('bagsStay')}</p>
    </>
  )
}
