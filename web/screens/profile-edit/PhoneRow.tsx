import { formatPhone, regionOf } from '@handsfree/core/phone'
import type { ProfileActor } from '@handsfree/core/profile'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Flag } from '../../phone/Flag.tsx'
import { Field, TextControl } from '../../ui/index.ts'

/** The number that the traveller signs in with: to be read, and why it cannot be changed here. */
export function PhoneRow({ profile }: { profile: ProfileActor }) {
  const intl = useIntl()
  const known = useSelector(profile, ({ context }) => context.profile)
  if (!known) return null
  const phone = { dialCode: known.dialCode, phoneNumber: known.phone }
  const region = regionOf(phone)
  return (
    <Field
      label={intl.formatMessage({ id: 'profile.phone' })}
      hint={<FormattedMessage id="profile.phoneHint" />}
    >
      <TextControl
        type="tel"
        autoComplete="off"
        readOnly
        value={formatPhone(phone)}
        start={region && <Flag region={region} />}
      />
    </Field>
  )
}
