import { selectProfile } from '@handsfree/core/auth'
import { formatMaskedPhone } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { Button, Sheet } from '../../ui/index.ts'
import styles from './AccountSheet.module.css'
import { SignOutDialog } from './SignOutDialog.tsx'

export type AccountSheetProps = { open: boolean; onClose: () => void }

export default function AccountSheet({ open, onClose }: AccountSheetProps) {
  const intl = useIntl()
  const profile = useSelector(useApp().auth, selectProfile)
  const [isSigningOut, setSigningOut] = useState(false)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={profile?.name || intl.formatMessage({ id: 'account.title' })}
      description={profile && formatMaskedPhone({ dialCode: profile.dialCode, phoneNumber: profile.phone })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
    >
      <div className={styles.actions}>
        <Button href="/person/profile/edit">
          <FormattedMessage id="accountSheet.edit" />
        </Button>
        <Button kind="ghost" onClick={() => setSigningOut(true)}>
          <FormattedMessage id="accountSheet.signOut" />
        </Button>
      </div>
      <SignOutDialog open={isSigningOut} onClose={() => setSigningOut(false)} />
    </Sheet>
  )
}
