import { createLastPlace } from '@handsfree/core/booking'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { TextLink } from '../../ui/index.ts'
import styles from './Home.module.css'
import { useLeftQrId } from './useLeftQrId.ts'

/** Links to the form of the last used site. Renders nothing until its name is read, or if the site has a draft. */
export default function LastPlace({ qrId }: { qrId: string }) {
  const actor = useScreenActor((app) => createLastPlace(app, qrId))
  const place = useSelector(actor, selectValue(actor))?.site.name
  const leftQrId = useLeftQrId()
  return (
    place &&
    qrId !== leftQrId && (
      <p className={styles.again}>
        <TextLink href={`/order/create/${qrId}`} forward>
          <FormattedMessage id="home.again" values={{ place }} />
        </TextLink>
      </p>
    )
  )
}
