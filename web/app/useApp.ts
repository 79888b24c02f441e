import type { App } from '@handsfree/core'
import { createContext, useContext } from 'react'

const AppContext = createContext<App | null>(null)

export const AppProvider = AppContext.Provider

export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('useApp outside of AppProvider')
  return app
}
