import { FormattedMessage, useIntl } from 'react-intl'
import { services } from '../../info/services.ts'
import { Anchor, Section } from '../../ui/index.ts'
import styles from './Home.module.css'

export function Services() {
  const intl = useIntl()
  return (
    <Section title={intl.formatMessage({ id: 'home.services' })}>
      <ul className={styles.services}>
        {services.map(({ id, serviceId, Icon }) => (
          <li key={id}>
            <Anchor className={styles.service} href={`/service/${serviceId}`}>
              <Icon size={18} aria-hidden="true" />
              <FormattedMessage id={`home.service.${id}`} />
            </Anchor>
          </li>
        ))}
      </ul>
    </Section>
  )
}
