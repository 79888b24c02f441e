import type { OperatorOrder, Phone as PhoneNumber } from '@handsfree/core/contract'
import { phoneHref } from '@handsfree/core/i18n'
import { formatPhone } from '@handsfree/core/phone'
import { Phone } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, Card, Section } from '../ui/index.ts'
import styles from './Order.module.css'

/** The traveller and the receiver. The server leaves out what the employee doesn't need. */
export function OrderPeople({ order: { traveller, receiver } }: { order: OperatorOrder }) {
  const intl = useIntl()
  return (
    <Section title={intl.formatMessage({ id: 'crewOrder.people' })}>
      <Card>
        <div className={styles.people}>
          {traveller && (
            <Person
              label={intl.formatMessage({ id: 'crewOrder.traveller' })}
              name={traveller.name}
              phone={traveller}
              isVerified={traveller.isPhoneVerified ?? true}
            />
          )}
          <Person
            label={intl.formatMessage({ id: 'crewOrder.receiver' })}
            name={receiver.name}
            phone={receiver}
            isVerified
          />
        </div>
      </Card>
    </Section>
  )
}

type PersonProps = { label: string; name: string; phone: PhoneNumber; isVerified: boolean }

function Person({ label, name, phone, isVerified }: PersonProps) {
  const intl = useIntl()
  const { dialCode, phoneNumber } = phone
  const isMasked = !/^\d+$/.test(phoneNumber)
  return (
    <div className={styles.person}>
      <div>
        <div className="soft">{label}</div>
        <div>{name}</div>
        <div className="soft">{isMasked ? `+${dialCode} ${phoneNumber}` : formatPhone(phone)}</div>
        {!isVerified && (
          <div className="small">
            <FormattedMessage id="crewOrder.phoneUnverified" />
          </div>
        )}
      </div>
      {!isMasked && (
        <Button
          size="small"
          icon={<Phone size={20} aria-hidden="true" />}
          href={phoneHref(`+${dialCode}${phoneNumber}`)}
          aria-label={intl.formatMessage({ id: 'crewOrder.callNamed' }, { name: name || label })}
        >
          <FormattedMessage id="crewOrder.call" />
        </Button>
      )}
    </div>
  )
}
