import { type App, selectLanguageFailed } from '@handsfree/core'
import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { IntlProvider } from 'react-intl'
import { AppRouter, type AppRouterProps } from './app/AppRouter.tsx'
import { useMessages } from './app/messages.ts'
import { AppProvider } from './app/useApp.ts'
import { Popups } from './pages/notifications/Popups.tsx'
import { SiteHeader } from './parts/account/SiteHeader.tsx'
import { routes } from './routes.ts'
import { Button, EmptyState, Page } from './ui/index.ts'

export function Root({
  app,
  ...page
}: Omit<AppRouterProps, 'routes' | 'header' | 'children'> & { app: App }) {
  const language = useMessages(app)
  const failed = useSelector(app.language, selectLanguageFailed)
  const { onReturn, timeZone: readTimeZone } = app.platform
  // The time zone may change while the page is open.
  const timeZone = useSyncExternalStore(onReturn, readTimeZone, readTimeZone)
  if (failed) return <MessagesFailed onRetry={() => app.language.send({ type: 'language.retry' })} />
  if (!language) return null
  return (
    <AppProvider value={app}>
      <IntlProvider {...language} timeZone={timeZone}>
        <AppRouter routes={routes} header={<SiteHeader />} {...page}>
          <Popups />
        </AppRouter>
      </IntlProvider>
    </AppProvider>
  )
}

/** Bilingual, because no messages are loaded. */
const MessagesFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Page centered>
    <EmptyState
      level={1}
      title="Load failed · 加载失败"
      action={<Button onClick={onRetry}>Click to reload · 点击重新加载</Button>}
    />
  </Page>
)
