import { type ScannerActor, selectIsCameraDenied } from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { Button, EmptyState, SleepingCameraPicture } from '../../ui/index.ts'
import styles from './Scan.module.css'

export function NoCamera({ scanner }: { scanner: ScannerActor }) {
  const isDenied = useSelector(scanner, selectIsCameraDenied)
  const canRetry = useSelector(scanner, (snapshot) => snapshot.can({ type: 'camera.retry' }))
  return (
    <div className={styles.asleep}>
      <EmptyState
        role="status"
        picture={<SleepingCameraPicture />}
        title={<FormattedMessage id={isDenied ? 'scan.allowCamera' : 'scan.noCamera'} />}
        action={
          <Button size="regular" disabled={!canRetry} onClick={() => scanner.send({ type: 'camera.retry' })}>
            <FormattedMessage id="scan.retryCamera" />
          </Button>
        }
      >
        <FormattedMessage id={isDenied ? 'scan.allowCameraDetail' : 'scan.noCameraDetail'} />
      </EmptyState>
    </div>
  )
}
