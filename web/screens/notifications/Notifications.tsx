import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { Page } from '../../ui/index.ts'
import { NotificationsOfKind } from './NotificationsOfKind.tsx'
import { useKind } from './useKind.ts'

export default function Notifications() {
  const intl = useIntl()
  const [kind, showKind] = useKind()
  return (
    <Page wide bar={<BackBar title={intl.formatMessage({ id: 'notification.title' })} />}>
      <NotificationsOfKind key={kind} kind={kind} onShow={showKind} />
    </Page>
  )
}
