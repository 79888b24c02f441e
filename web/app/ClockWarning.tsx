import { clockDifferenceText } from '@handsfree/core/i18n'
import { createClockWarning } from '@handsfree/core/lib'
import { isQuietPage } from '@handsfree/core/notifications'
import { X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { usePathname } from 'wouter/use-browser-location'
import { Alert, IconButton } from '../ui/index.ts'
import styles from './ClockWarning.module.css'
import { useApp } from './useApp.ts'

export default function ClockWarning() {
  const intl = useIntl()
  const app = useApp()
  const [warning] = useState(() => createClockWarning(app))
  const offset = useSyncExternalStore(warning.subscribe, warning.current)
  const isQuiet = isQuietPage(usePathname())
  if (offset === null || isQuiet) return null
  const id = offset > 0 ? 'clock.behind' : 'clock.ahead'
  return (
    <aside className={styles.alert} aria-label={intl.formatMessage({ id: 'clock.title' })}>
      <Alert
        tone="sky"
        panel
        action={
          <IconButton label={intl.formatMessage({ id: 'common.close' })} onClick={warning.close}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        }
      >
        {intl.formatMessage({ id }, { duration: clockDifferenceText(intl, Math.abs(offset) / 1_000) })}
      </Alert>
    </aside>
  )
}
