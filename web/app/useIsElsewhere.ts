import { isElsewhere } from '@handsfree/core/i18n'
import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { useNow } from './useNow.ts'

const subscribeNever = () => () => undefined

/** Whether a time zone differs from the device's. Always false during SSR. */
export function useIsElsewhere(timeZone: string | undefined): boolean {
  const now = useNow()
  const { timeZone: deviceTimeZone } = useIntl()
  return useSyncExternalStore(
    subscribeNever,
    () => timeZone !== undefined && isElsewhere(now, timeZone, deviceTimeZone),
    () => false,
  )
}
