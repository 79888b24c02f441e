import { type PhoneEntry, regionName, regionOf } from '@handsfree/core/phone'
import { ChevronDown } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useSearch } from 'wouter'
import { keepNext } from '../../app/address.ts'
import { useApp } from '../../app/context.ts'
import { Flag } from '../../phone/Flag.tsx'
import { Anchor } from '../../ui/index.ts'
import styles from './DialCodeLink.module.css'

export function DialCodeLink({ phone }: { phone: PhoneEntry }) {
  const intl = useIntl()
  const search = useSearch()
  const region = regionOf(phone, useApp().platform.languages())
  return (
    <Anchor
      className={styles.link}
      href={keepNext('/phone-dial-code', search)}
      aria-label={intl.formatMessage(
        { id: 'signIn.dialCode' },
        {
          country: region ? regionName(region, intl.locale) : '',
          dialCode: phone.dialCode,
        },
      )}
    >
      {region && <Flag region={region} />}+{phone.dialCode}
      <ChevronDown size={16} aria-hidden="true" />
    </Anchor>
  )
}
