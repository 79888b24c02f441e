import { isOtherTimeZone } from '@handsfree/core/i18n'
import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { useNow } from './useNow.ts'

const subscribeNever = () => () => undefined

/** Whether a time zone differs from the device's. Always false during SSR. */
export function useIsOtherTimeZone(timeZone: string | undefined): boolean {
  const now = useNow()
  const { timeZone: deviceTimeZone } = useIntl()
  return useSyncExternalStore(
    subscribeNever,
    () => timeZone !== undefined && isOtherTimeZone(now, timeZone, deviceTimeZone),
    () => false,
  )
}
