import { FormattedMessage } from 'react-intl'
import { TextLink } from '../../ui/index.ts'
import styles from './Push.module.css'

/** The consent that a traveller gives by turning notices on. */
export const PushConsent = () => (
  <p className={styles.consent}>
    <FormattedMessage
      id="push.consent"
      values={{ link: (words) => <TextLink href="/privacy">{words}</TextLink> }}
    />
  </p>
)
