import type { Order, ReceiverLink } from '@handsfree/core/contract'
import { afterWords, formatTime } from '@handsfree/core/i18n'
import { createReceiverLink, type ReceiverLinkActor, selectReceiverLinkReading } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { Copy, Link2Off, Share2 } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { ReadingStaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import { useReading } from '../../parts/reading/useReading.ts'
import { Alert, Button, ChipGroup, Loading, Sheet, Skeleton, toast } from '../../ui/index.ts'
import styles from './ReceiverLinkSheet.module.css'

export type ReceiverLinkSheetProps = {
  order: Order
  open: boolean
  mayMake: boolean
  onClose: () => void
}

/** Creates, shares and revokes a link for another person who collects the bags. */
export default function ReceiverLinkSheet({ order, open, mayMake, onClose }: ReceiverLinkSheetProps) {
  const intl = useIntl()
  const actor = useScreenActor((app) => createReceiverLink(app, order.orderId))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={intl.formatMessage({ id: 'receiverLink.title' })}
      description={intl.formatMessage({ id: 'receiverLink.detail' }, policy)}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
    >
      <div className={styles.parts}>
        <Content actor={actor} order={order} mayMake={mayMake} />
      </div>
    </Sheet>
  )
}

function Content({ actor, order, mayMake }: { order: Order; actor: ReceiverLinkActor; mayMake: boolean }) {
  const intl = useIntl()
  const text = (id: MessageKeyUnder<'receiverLink'>) => intl.formatMessage({ id: `receiverLink.${id}` })
  const snapshot = useSelector(actor, (current) => current)
  const { link, problem, showsClaimCode } = snapshot.context
  const isBusy = snapshot.hasTag('busy')
  const reading = selectReceiverLinkReading(snapshot)
  const { hasFailed, problem: readProblem, retry } = useReading(reading)
  if (hasFailed && readProblem) return <FailureAlert failure={readProblem} onRetry={retry} />
  if (snapshot.matches('unread')) {
    return (
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Skeleton shape="block" height="120px" />
      </Loading>
    )
  }
  const alerts = (
    <>
      <ReadingStaleAlert reading={reading} />
      {problem && <FailureAlert failure={problem} />}
    </>
  )
  if (!link && !mayMake) return <Alert tone="sky">{text('over')}</Alert>
  const choose = (value: 'with' | 'without') => {
    const event = { type: 'link.make', showsClaimCode: value === 'with' } as const
    if (actor.getSnapshot().can(event)) actor.send(event)
  }
  if (!link) {
    return (
      <>
        {alerts}
        <Button busy={isBusy} onClick={() => choose('without')}>
          {text('make')}
        </Button>
      </>
    )
  }
  return (
    <>
      {alerts}
      <Address link={link} order={order} />
      <ChipGroup
        label={text('shows')}
        value={showsClaimCode ? 'with' : 'without'}
        options={[
          { value: 'without', label: text('withoutCode') },
          { value: 'with', label: text('withCode') },
        ]}
        onChange={choose}
      />
      <p className="small">{text('codeDetail')}</p>
      <Button
        kind="quiet"
        busy={isBusy}
        icon={<Link2Off size={20} aria-hidden="true" />}
        onClick={() => actor.send({ type: 'link.revoke' })}
      >
        {text('takeBack')}
      </Button>
    </>
  )
}

function Address({ link, order }: { order: Order; link: ReceiverLink }) {
  const intl = useIntl()
  const now = useNow()
  const text = (id: MessageKeyUnder<'receiverLink'>) => intl.formatMessage({ id: `receiverLink.${id}` })
  if (!link.path) return <Alert tone="sky">{text('unseen')}</Alert>
  const url = new URL(link.path, location.href).href
  const canShare = 'share' in navigator
  return (
    <>
      <p className={styles.address}>{url}</p>
      {link.endTime && (
        <p className="small">
          {intl.formatMessage(
            { id: 'trip.ends' },
            {
              when: afterWords(
                intl,
                formatTime(link.endTime, { intl, now, timeZone: order.timeZone, inSentence: true }),
              ),
            },
          )}
        </p>
      )}
      {canShare && (
        <Button
          icon={<Share2 size={20} aria-hidden="true" />}
          // Rejects when the traveller closes the share sheet.
          onClick={() => void navigator.share({ url }).catch(() => undefined)}
        >
          {text('share')}
        </Button>
      )}
      <Button
        kind={canShare ? 'ghost' : 'gold'}
        icon={<Copy size={20} aria-hidden="true" />}
        onClick={() =>
          copy(url, text('copied'), text('copyFailed'), intl.formatMessage({ id: 'common.close' }))
        }
      >
        {text('copy')}
      </Button>
    </>
  )
}

/** The clipboard needs a secure origin and may be blocked even there. */
async function copy(url: string, done: string, failed: string, closeLabel: string) {
  try {
    await navigator.clipboard.writeText(url)
    toast.show(done)
  } catch {
    toast.showUntilClosed(failed, closeLabel)
  }
}
