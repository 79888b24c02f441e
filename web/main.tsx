import { createApp, demoStaticKey } from '@handsfree/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { mirrorInCookies } from './app/cookies.ts'
import { LoadFailure } from './app/lazy-screen.ts'
import { startNavigation } from './app/navigate.ts'
import { followAuth } from './follow-auth.ts'
import { createBrowserPlatform } from './platform/browser.ts'
import { Root } from './Root.tsx'

/** `?inspect` opens the Stately inspector, in development only: a build leaves this branch out. */
const inspect =
  import.meta.env.DEV && new URLSearchParams(location.search).has('inspect')
    ? (await import('./inspect/inspect.ts')).openInspector()
    : undefined

const app = createApp(createBrowserPlatform(), {
  baseUrl: '',
  staticKey: import.meta.env.HANDSFREE_STATIC_KEY ?? demoStaticKey,
  brokerScheme: location.protocol === 'https:' ? 'wss' : 'ws',
  inspect,
})

document.documentElement.lang = app.language.getSnapshot().context.locale
startNavigation()
app.start()
followAuth(app)
mirrorInCookies(app)
addEventListener('load', () =>
  import('./app/after-load.ts').then(
    ({ afterLoad }) => afterLoad(),
    () => undefined,
  ),
)

createRoot(document.getElementById('root') as HTMLElement, {
  // A screen that did not load is reported on the page: it is a network's failure, no defect.
  onCaughtError: (error) => {
    if (!(error instanceof LoadFailure)) console.error(error)
  },
}).render(
  <StrictMode>
    <Root app={app} />
  </StrictMode>,
)
