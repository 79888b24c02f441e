import { useLayoutEffect } from 'react'
import { useIntl } from 'react-intl'

let own: string | null = null

/** Whether the screen on show names its window itself. */
export const hasOwnTitle = () => own !== null

/** Names the window after what the screen shows, such as an order by its number. */
export function useOwnTitle(text: string): void {
  const intl = useIntl()
  useLayoutEffect(() => {
    own = text
    document.title = `${text} · ${intl.formatMessage({ id: 'common.app_title' })}`
    return () => {
      own = null
    }
  }, [text, intl])
}
