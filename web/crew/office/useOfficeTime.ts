import { formatShortTime } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useNow } from '../../app/useNow.ts'

/** Formats times of lists in the device's time zone. */
export function useOfficeTime(): (time: string) => string {
  const intl = useIntl()
  const now = useNow()
  const timeZone = useApp().platform.timeZone()
  return (time) => formatShortTime(Date.parse(time), { intl, now, timeZone })
}
