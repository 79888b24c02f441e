import { FormattedMessage, useIntl } from 'react-intl'
import { Card, QrCode } from '../../ui/index.ts'
import styles from './OnPhone.module.css'

/** Photos and the way to the desk need a phone. */
export default function OnPhone() {
  const intl = useIntl()
  return (
    <div className={styles.phone}>
      <Card>
        <div className={styles.line}>
          <QrCode value={`${location.origin}/`} label={intl.formatMessage({ id: 'onPhone.code' })} />
          <div>
            <b>
              <FormattedMessage id="onPhone.title" />
            </b>
            <p className="small">
              <FormattedMessage id="onPhone.detail" />
            </p>
          </div>
        </div>
      </Card>
    </div>
  )
}
