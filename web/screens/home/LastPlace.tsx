import { createLastPlace } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { TextLink } from '../../ui/index.ts'
import styles from './Home.module.css'
import { useLeftQrId } from './useLeftQrId.ts'

/** Leads to the form of the place where the last order began; nothing while its name is unknown, or an order waits there. */
export default function LastPlace({ qrId }: { qrId: string }) {
  const place = useSelector(
    useScreenActor((app) => createLastPlace(app, qrId)),
    ({ output }) => output,
  )
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
