import { createContext, useContext, useLayoutEffect } from 'react'
import { useIntl } from 'react-intl'

/** Takes the window's name of a page that is rendered where no window is. */
export const TitleContext = createContext<((title: string) => void) | null>(null)

let own: string | null = null

/** Whether the screen on show names its window itself. */
export const hasOwnTitle = () => own !== null

/** Names the window after what the screen shows, such as an order by its number. */
export function useOwnTitle(text: string): void {
  const intl = useIntl()
  const title = `${text} · ${intl.formatMessage({ id: 'common.app_title' })}`
  useContext(TitleContext)?.(title)
  useLayoutEffect(() => {
    own = title
    document.title = title
    return () => {
      own = null
    }
  }, [title])
}
