import { phoneHref } from '@handsfree/core/i18n'
import { Headset } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Anchor } from '../../ui/index.ts'
import styles from './SupportCall.module.css'

export function SupportCall({ phone }: { phone: string | undefined }) {
  const intl = useIntl()
  return phone ? (
    <Anchor
      className={styles.call}
      href={phoneHref(phone)}
      aria-label={intl.formatMessage({ id: 'order.callSupport' })}
    >
      <Headset size={20} aria-hidden="true" />
      {intl.formatMessage({ id: 'order.call' })}
    </Anchor>
  ) : null
}
