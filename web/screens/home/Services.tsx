import {
  BedDouble,
  DoorOpen,
  HeartPulse,
  type LucideIcon,
  Luggage,
  Map as MapIcon,
  Sparkles,
  Wifi,
} from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../message-key.ts'
import { Section } from '../../ui/index.ts'
import styles from './Home.module.css'

const services: { id: MessageKeyUnder<'home.service'>; Icon: LucideIcon }[] = [
  { id: 'wifi', Icon: Wifi },
  { id: 'handsFree', Icon: Luggage },
  { id: 'advice', Icon: MapIcon },
  { id: 'checkOut', Icon: DoorOpen },
  { id: 'renewal', Icon: BedDouble },
  { id: 'medical', Icon: HeartPulse },
  { id: 'cleaning', Icon: Sparkles },
]

/** The seven services that are advertised: words, nothing to tap. */
export function Services() {
  const intl = useIntl()
  return (
    <Section title={intl.formatMessage({ id: 'home.services' })}>
      <ul className={styles.services}>
        {services.map(({ id, Icon }) => (
          <li key={id}>
            <Icon size={18} aria-hidden="true" />
            <FormattedMessage id={`home.service.${id}`} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
