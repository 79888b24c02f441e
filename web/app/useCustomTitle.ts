import { createContext, useContext, useLayoutEffect } from 'react'
import { useIntl } from 'react-intl'

/** Receives the title during server rendering. */
export const TitleContext = createContext<((title: string) => void) | null>(null)

let customTitle: string | null = null

export const hasCustomTitle = () => customTitle !== null

export function useCustomTitle(text: string): void {
  const intl = useIntl()
  const title = `${text} · ${intl.formatMessage({ id: 'common.app_title' })}`
  useContext(TitleContext)?.(title)
  useLayoutEffect(() => {
    customTitle = title
    document.title = title
    return () => {
      customTitle = null
    }
  }, [title])
}
