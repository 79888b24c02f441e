import { FormattedMessage, useIntl } from 'react-intl'
import { services } from '../../parts/info/services.ts'
import { Anchor, Section } from '../../ui/index.ts'
import styles from './ServiceLinks.module.css'

export default function ServiceLinks() {
  const intl = useIntl()
  return (
    <Section title={intl.formatMessage({ id: 'services.title' })}>
      <ul className={styles.services}>
        {services.map(({ id, serviceId, Icon }) => (
          <li key={id}>
            <Anchor className={styles.service} href={`/service/${serviceId}`}>
              <Icon size={18} aria-hidden="true" />
              <FormattedMessage id={`services.name.${id}`} />
            </Anchor>
          </li>
        ))}
      </ul>
    </Section>
  )
}
