import { formatPhone, regionOf } from '@handsfree/core/phone'
import type { ProfileActor } from '@handsfree/core/profile'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { Flag } from '../../phone/Flag.tsx'
import styles from './ProfileForm.module.css'

/** The number that the traveller signs in with, and why it cannot be changed here. */
export function PhoneRow({ profile }: { profile: ProfileActor }) {
  const known = useSelector(profile, ({ context }) => context.profile)
  if (!known) return null
  const phone = { dialCode: known.dialCode, phoneNumber: known.phone }
  const region = regionOf(phone)
  return (
    <section className={styles.phone}>
      <h2>
        <FormattedMessage id="profile.phone" />
      </h2>
      <p className={styles.number}>
        {region && <Flag region={region} />}
        <span className="figures">{formatPhone(phone)}</span>
      </p>
      <p className="soft">
        <FormattedMessage id="profile.phoneHint" />
      </p>
    </section>
  )
}
