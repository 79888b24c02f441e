import { FormattedMessage } from 'react-intl'
import styles from './Push.module.css'

/** Steps on iOS, where only apps on the home screen can show notices. */
export const InstallSteps = () => (
  <ol className={styles.steps}>
    {(['push.installShare', 'push.installAdd', 'push.installOpen'] as const).map((id) => (
      <li key={id}>
        <FormattedMessage id={id} />
      </li>
    ))}
  </ol>
)
