import type { ScannerActor } from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { Alert, TextLink } from '../../ui/index.ts'
import styles from './Scan.module.css'

export function Viewfinder({ scanner, opening }: { scanner: ScannerActor; opening: string | null }) {
  const isAsking = useSelector(scanner, (snapshot) =>
    snapshot.matches({ looking: { camera: { on: 'asking' } } }),
  )
  const canScanAgain = useSelector(scanner, (snapshot) => snapshot.can({ type: 'scan.again' }))
  return (
    <div className={styles.stage}>
      <div className={styles.cutout} data-foreign={canScanAgain || undefined} />
      <div className={styles.below}>
        {canScanAgain ? (
          <div className={styles.alert}>
            <Alert
              tone="coral"
              panel
              action={
                <TextLink onClick={() => scanner.send({ type: 'scan.again' })}>
                  <FormattedMessage id="scan.again" />
                </TextLink>
              }
            >
              <FormattedMessage id="scan.foreign" />
            </Alert>
          </div>
        ) : (
          <p className={styles.hint} role="status">
            <FormattedMessage id={opening ? 'common.loading' : isAsking ? 'scan.allowCamera' : 'scan.hint'} />
          </p>
        )}
      </div>
    </div>
  )
}
