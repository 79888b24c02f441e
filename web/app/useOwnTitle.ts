import { createContext, useContext, useLayoutEffect } from 'react'
import { useIntl } from 'react-intl'

/** Receives the title during server rendering. */
export const TitleContext = createContext<((title: string) => void) | null>(null)

let own: string | null = null

/** Whether the current screen sets its own title. */
export const hasOwnTitle = () => own !== null

/** Sets a title from the screen's data, such as an order number. */
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
