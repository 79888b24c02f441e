import { FormattedMessage } from 'react-intl'
import { useIsOnline } from '../app/useIsOnline.ts'
import { Alert } from '../ui/index.ts'
import styles from './Offline.module.css'

/** Says that the page is as of the last load, and that nothing can be sent. */
export function Offline() {
  if (useIsOnline()) return null
  return (
    <div className={styles.offline}>
      <Alert tone="sky" panel>
        <FormattedMessage id="crewHome.offline" />
      </Alert>
    </div>
  )
}
