import type { ProfileActor } from '@handsfree/core/profile'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { Button, ConfirmDialog } from '../../ui/index.ts'

export function LeaveDialog({ profile }: { profile: ProfileActor }) {
  const isAsking = useSelector(profile, (snapshot) => snapshot.matches('asking'))
  return (
    <ConfirmDialog
      open={isAsking}
      onClose={() => profile.send({ type: 'profile.stay' })}
      title={<FormattedMessage id="profile.leaveTitle" />}
      description={<FormattedMessage id="profile.leaveDetail" />}
      cancelLabel={<FormattedMessage id="profile.stay" />}
      confirm={
        <Button kind="coral" onClick={() => profile.send({ type: 'profile.discard' })}>
          <FormattedMessage id="profile.discard" />
        </Button>
      }
    />
  )
}
