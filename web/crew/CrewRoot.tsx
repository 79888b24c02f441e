import { type CrewApp, selectLanguageFailed } from '@handsfree/core'
import { selectLocale } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { Component, type ReactNode, Suspense, use, useState } from 'react'
import { IntlProvider } from 'react-intl'
import { loadCrewMessages, useMessages } from '../app/messages.ts'
import { AppProvider } from '../app/useApp.ts'
import { Button, EmptyState, Page } from '../ui/index.ts'
import { CrewRouter } from './CrewRouter.tsx'
import { CrewAppProvider } from './crew-app.ts'

export function CrewRoot({ app }: { app: CrewApp }) {
  const failed = useSelector(app.language, selectLanguageFailed)
  if (failed) return <MessagesFailed onRetry={() => app.language.send({ type: 'language.retry' })} />
  return (
    <MessagesBoundary>
      <Suspense>
        <WithMessages app={app} />
      </Suspense>
    </MessagesBoundary>
  )
}

function WithMessages({ app }: { app: CrewApp }) {
  const [loading] = useState(() => loadCrewMessages(selectLocale(app.language.getSnapshot())))
  const language = useMessages(app)
  use(loading)
  if (!language) return null
  return (
    <AppProvider value={app}>
      <CrewAppProvider value={app}>
        <IntlProvider {...language} timeZone={app.platform.timeZone()}>
          <CrewRouter />
        </IntlProvider>
      </CrewAppProvider>
    </AppProvider>
  )
}

/** A failed load of the messages, which only a reload can repeat. */
class MessagesBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    return this.state.hasFailed ? <MessagesFailed onRetry={() => location.reload()} /> : this.props.children
  }
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
