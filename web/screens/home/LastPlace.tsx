import { createLastPlace } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { TextLink } from '../../ui/index.ts'
import styles from './Home.module.css'

/** Leads to the form of the place where the last order began; nothing while its name is unknown. */
export default function LastPlace({ qrId }: { qrId: string }) {
  const place = useSelector(
    useScreenActor((app) => createLastPlace(app, qrId)),
    ({ output }) => output,
  )
  return (
    place && (
      <p className={styles.again}>
        <TextLink href={`/order/create/${qrId}`} forward>
          <FormattedMessage id="home.again" values={{ place }} />
        </TextLink>
      </p>
    )
  )
}
