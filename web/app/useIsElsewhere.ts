import { isElsewhere } from '@handsfree/core/i18n'
import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { useNow } from './useNow.ts'

const never = () => () => undefined

/** Whether the device's clock shows another time than a zone's. A server, which knows no device, says that it does not. */
export function useIsElsewhere(timeZone: string | undefined): boolean {
  const now = useNow()
  const { timeZone: deviceTimeZone } = useIntl()
  return useSyncExternalStore(
    never,
    () => timeZone !== undefined && isElsewhere(now, timeZone, deviceTimeZone),
    () => false,
  )
}
