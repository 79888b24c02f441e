import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { ChipGroup, Page } from '../../ui/index.ts'
import styles from './Notifications.module.css'
import { NotificationsOfKind } from './NotificationsOfKind.tsx'
import { kinds, useKind } from './useKind.ts'

export default function Notifications() {
  const intl = useIntl()
  const [kind, showKind] = useKind()
  const options = kinds.map((value) => ({
    value,
    label: intl.formatMessage({ id: `notification.kind.${value}` }),
  }))
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'notification.title' })} />}>
      <div className={styles.kinds}>
        <ChipGroup
          label={intl.formatMessage({ id: 'notification.kinds' })}
          options={options}
          value={kind}
          onChange={showKind}
          layout="strip"
        />
      </div>
      <NotificationsOfKind key={kind} kind={kind} onShowAll={() => showKind('all')} />
    </Page>
  )
}
