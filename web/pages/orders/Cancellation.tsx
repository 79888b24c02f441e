import type { CancelPreview, Order } from '@handsfree/core/contract'
import { failureText, formatMoney } from '@handsfree/core/i18n'
import {
  type CancellationStep,
  nothingPaidText,
  type OrderDetailActor,
  selectCanCancel,
  selectCancellationIsOpen,
  selectCancellationStep,
  selectCancelPreview,
  selectCancelProblem,
  selectNextCancellationEvent,
  selectOrder,
  tooLateText,
} from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { CircleX } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { MessageKey, MessageKeyUnder } from '../../app/message-key.ts'
import { ActionRow, Alert, Button, DescriptionItem, DescriptionList, Sheet } from '../../ui/index.ts'
import styles from './Cancellation.module.css'
import { SupportButton } from './SupportButton.tsx'

type CancellationProps = {
  actor: OrderDetailActor
  supportPhone: string | undefined
  asRow?: boolean
}

export function Cancellation({ asRow = false, ...props }: CancellationProps) {
  const { actor } = props
  const intl = useIntl()
  const snapshot = useSelector(actor, (current) => current)
  const canCancel = selectCanCancel(snapshot)
  const isPreviewing = snapshot.matches('previewing')
  const isOpen = selectCancellationIsOpen(snapshot)
  const isOffered = canCancel || isPreviewing || isOpen
  const start = () => actor.send({ type: 'cancellation.preview' })
  const words = intl.formatMessage({ id: 'cancellation.start' })
  return (
    <>
      {isOffered && asRow && (
        <ActionRow kind="quiet" icon={<CircleX size={20} />} busy={isPreviewing} onClick={start}>
          {words}
        </ActionRow>
      )}
      {isOffered && !asRow && (
        <div className={styles.start}>
          <Button kind="quiet" busy={isPreviewing} onClick={start}>
            {words}
          </Button>
        </div>
      )}
      <CancellationSheet {...props} open={isOpen} />
    </>
  )
}

const titles = {
  confirm: 'cancellation.title',
  tooLate: 'cancellation.tooLate',
  outcomeUnknown: 'cancellation.outcomeUnknown',
  notCancelled: 'cancellation.notCancelled',
  unread: 'cancellation.unread',
  failed: 'cancellation.failed',
} as const satisfies Record<CancellationStep, MessageKey>

function CancellationSheet({
  actor,
  supportPhone,
  open,
}: Omit<CancellationProps, 'asRow'> & { open: boolean }) {
  const intl = useIntl()
  const snapshot = useSelector(actor, (current) => current)
  const order = selectOrder(snapshot)
  const preview = selectCancelPreview(snapshot)
  const problem = selectCancelProblem(snapshot)
  const text = (id: MessageKey) => intl.formatMessage({ id })
  const step = selectCancellationStep(snapshot)
  const isUnsure = step === 'outcomeUnknown' || step === 'notCancelled'
  const nextEvent = selectNextCancellationEvent(snapshot)
  const isBusy = snapshot.hasTag('busy')
  const canSend = snapshot.can(nextEvent)
  return (
    <Sheet
      open={open}
      onClose={() => actor.send({ type: 'cancellation.dismiss' })}
      title={text(titles[step])}
      closeLabel={text('common.close')}
      action={
        <div className={styles.actions}>
          {step === 'tooLate' && (
            <SupportButton phone={supportPhone}>{text('order.callSupport')}</SupportButton>
          )}
          {step !== 'tooLate' && (step === 'confirm' || isBusy || canSend) && (
            <Button
              kind={step === 'confirm' ? 'coral' : 'gold'}
              busy={isBusy}
              disabled={!isBusy && !canSend}
              onClick={() => actor.send(nextEvent)}
            >
              {text(step === 'confirm' ? 'cancellation.confirm' : 'common.tryAgain')}
            </Button>
          )}
          <Button
            kind="ghost"
            disabled={!snapshot.can({ type: 'cancellation.dismiss' })}
            onClick={() => actor.send({ type: 'cancellation.dismiss' })}
          >
            {text(step === 'tooLate' || isUnsure ? 'common.close' : 'cancellation.keep')}
          </Button>
        </div>
      }
    >
      {problem ? (
        <Alert tone={isUnsure ? 'sky' : 'coral'} panel>
          {step === 'tooLate' && tooLateText(intl)}
          {isUnsure && text(`cancellation.${step}Detail`)}
          {(step === 'unread' || step === 'failed') && (
            <>
              <p>{failureText(intl, problem)}</p>
              <p>{text('cancellation.stillHere')}</p>
            </>
          )}
        </Alert>
      ) : (
        preview && order && <Consequences order={order} preview={preview} />
      )}
    </Sheet>
  )
}

function Consequences({ order, preview }: { order: Order; preview: CancelPreview }) {
  const intl = useIntl()
  const text = (id: MessageKeyUnder<'cancellation'>) => intl.formatMessage({ id: `cancellation.${id}` })
  if (preview.refund.amount === 0)
    return <p className={styles.words}>{nothingPaidText(intl, order, preview)}</p>
  return (
    <>
      <DescriptionList>
        <DescriptionItem label={text('getBack')} strong>
          {formatMoney(preview.refund, intl)}
        </DescriptionItem>
        <DescriptionItem label={text('to')}>{text('toMethod')}</DescriptionItem>
        <DescriptionItem label={text('when')}>
          {intl.formatMessage({ id: 'cancellation.within' }, { refundHours: preview.refundHours })}
        </DescriptionItem>
      </DescriptionList>
      <p className={styles.words}>{text('bagsStay')}</p>
    </>
  )
}
