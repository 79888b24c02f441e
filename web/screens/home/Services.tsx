import { lastQrId } from '@handsfree/core/order'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { services } from '../../info/services.ts'
import { Anchor, Section } from '../../ui/index.ts'
import styles from './Home.module.css'

/** Links where the hotel is known, for its number is on their pages; else a line that says whom to ask. */
export function Services() {
  const intl = useIntl()
  if (lastQrId(useApp()) === null) {
    const names = services.map(({ id }) => intl.formatMessage({ id: `home.service.${id}` }))
    return (
      <p className={styles.ask}>
        <FormattedMessage id="home.servicesAsk" values={{ services: intl.formatList(names) }} />
      </p>
    )
  }
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
