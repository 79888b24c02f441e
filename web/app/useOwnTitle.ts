import { createContext, useContext, useLayoutEffect } from 'react'
import { useIntl } from 'react-intl'

/** Receives the title during server rendering. */
export const TitleContext = createContext<((title: string) => void) | null>(null)

let own: string | null = null

export const hasOwnTitle = () => own !== null

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
