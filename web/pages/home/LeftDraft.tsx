import { createLastPlace } from '@handsfree/core/booking'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { NotebookPen } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { DiscardDraft } from '../../parts/booking/DiscardDraft.tsx'
import { Card, Row, TextLink } from '../../ui/index.ts'
import styles from './LeftDraft.module.css'
import { useLeftQrId } from './useLeftQrId.ts'

export type LeftDraftProps = {
  below?: boolean
}

export default function LeftDraft({ below }: LeftDraftProps) {
  const qrId = useLeftQrId()
  return qrId && <DraftAt key={qrId} qrId={qrId} below={below} />
}

function DraftAt({ qrId, below }: LeftDraftProps & { qrId: string }) {
  const actor = useScreenActor((app) => createLastPlace(app, qrId))
  const place = useSelector(actor, selectValue(actor))?.site.name
  const title = place ? (
    <FormattedMessage id="leftDraft.continueFrom" values={{ place }} />
  ) : (
    <FormattedMessage id="leftDraft.continue" />
  )
  return (
    <div className={styles.draft} data-below={below || undefined}>
      <Card kind="rows">
        <Row
          icon={<NotebookPen size={20} />}
          title={title}
          detail={<FormattedMessage id="leftDraft.detail" />}
          end={
            <TextLink href={`/order/create/${qrId}`} forward stretched>
              <span className="unseen">{title}</span>
            </TextLink>
          }
        />
      </Card>
      <DiscardDraft path="/" />
    </div>
  )
}
