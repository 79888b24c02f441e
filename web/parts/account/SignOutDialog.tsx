import { FormattedMessage } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { Button, ConfirmDialog } from '../../ui/index.ts'

export type SignOutDialogProps = { open: boolean; onClose: () => void }

/** Signing out discards unsent input, so it asks first. */
export function SignOutDialog({ open, onClose }: SignOutDialogProps) {
  const { auth } = useApp()
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<FormattedMessage id="accountSheet.signOutTitle" />}
      description={<FormattedMessage id="accountSheet.signOutDetail" />}
      confirm={
        <Button kind="coral" onClick={() => auth.send({ type: 'auth.signOut' })}>
          <FormattedMessage id="accountSheet.signOut" />
        </Button>
      }
      cancelLabel={<FormattedMessage id="accountSheet.stay" />}
    />
  )
}
