import { type App, createApp, demoStaticKey } from '@handsfree/core'
import type { Locale } from '@handsfree/core/contract'
import { loadMessages } from '@handsfree/core/i18n'
import { StrictMode, startTransition } from 'react'
import { waitFor } from 'xstate'
import type { AppRouterProps } from './app/AppRouter.tsx'
import { canHydrate } from './app/can-hydrate.ts'
import { mirrorInCookies } from './app/cookies.ts'
import { collectEarlyInput } from './app/early-input.ts'
import { followAuth } from './app/follow-auth.ts'
import { followTranslation } from './app/follow-translation.ts'
import { LoadFailure } from './app/lazy-screen.ts'
import { startNavigation } from './app/navigate.ts'
import { readPageBrand, readPageData } from './app/page-data.ts'
import { createBrowserPlatform } from './app/platform/browser.ts'
import { Root } from './Root.tsx'
import { routeAt, routes } from './routes.ts'

/** `?inspect` opens the Stately inspector; development only. */
const openInspector = async () =>
  import.meta.env.DEV && new URLSearchParams(location.search).has('inspect')
    ? (await import('./app/inspect.ts')).openInspector()
    : undefined

/** Ignored here: the component that needs it retries and reports. */
const ignoreFailure = <Value,>(loading: Promise<Value> | undefined) => loading?.catch(() => undefined)

/** Yields between startup tasks (about 50 ms each on slow phones), so that taps get through. */
async function runInNewTask<Value>(task: () => Value | Promise<Value>): Promise<Value> {
  await new Promise((resolve) => setTimeout(resolve))
  return task()
}

const page = readPageData()

async function startApp(): Promise<{ app: App; isHydratable: boolean }> {
  const messages = page && (await ignoreFailure(loadMessages(page.locale)))
  const app = createApp(createBrowserPlatform(), {
    baseUrl: '',
    staticKey: import.meta.env.HANDSFREE_STATIC_KEY ?? demoStaticKey,
    brand: readPageBrand(),
    brokerScheme: location.protocol === 'https:' ? 'wss' : 'ws',
    initialData: page ? { ...page, messages: messages ? { [page.locale]: messages } : {} } : {},
    inspect: await openInspector(),
  })

  // Before anything writes to storage.
  const isHydratable = page !== null && canHydrate(app, page)
  setPageLanguage(app.language.getSnapshot().context.locale)
  followTranslation()
  startNavigation()
  app.start()
  followAuth(app)
  mirrorInCookies(app)
  // Without permission, notices can't be on.
  if (globalThis.Notification?.permission === 'granted')
    ignoreFailure(import('./parts/push/open-push.ts').then(({ openPush }) => openPush(app, 'traveller')))
  // Not needed for the first paint.
  const whenLoaded = () =>
    ignoreFailure(import('./app/after-load.ts').then(({ afterLoad }) => afterLoad(app, routes)))
  if (document.readyState === 'complete') whenLoaded()
  else addEventListener('load', whenLoaded)
  return { app, isHydratable }
}

const options = {
  // Failed loads show on the page and aren't defects.
  onCaughtError: (error: unknown) => {
    if (!(error instanceof LoadFailure)) console.error(error)
  },
}

async function renderApp({ app, isHydratable }: Awaited<ReturnType<typeof startApp>>): Promise<void> {
  // React DOM is in the same file; evaluating it in a separate task halves the longest task.
  const { createRoot, hydrateRoot } = await runInNewTask(() => import('react-dom/client'))
  const element = document.getElementById('root') as HTMLElement
  const view = (props?: Pick<AppRouterProps, 'path' | 'onShown'>) => (
    <StrictMode>
      <Root app={app} {...props} />
    </StrictMode>
  )
  // Of a page that was kept on the device (`kept-pages.ts`).
  const route = page?.route ?? element.dataset.route
  if (route === undefined) {
    createRoot(element, options).render(view())
    return
  }
  // Keep the rendered page until the app can render the same.
  await Promise.all([
    ignoreFailure(routeAt(route)?.screen.preload()),
    waitFor(app.language, (snapshot) => !snapshot.matches('loading')),
    // The first use of a time zone in a browser takes as long as rendering a screen.
    runInNewTask(() => app.platform.timeZone()),
  ])
  const repeat = collectEarlyInput(element)
  // In a separate task, after all parts have their event handlers.
  const onShown = () => void setTimeout(repeat)
  // "Back" may have changed the page during loading, and may do so during hydration.
  if (isHydratable && location.pathname === page?.path) {
    const path = location.pathname + location.search
    // Hydrating in a transition lets React interrupt it for taps.
    startTransition(() => void hydrateRoot(element, view({ path, onShown }), options))
  } else {
    createRoot(element, options).render(view({ onShown }))
  }
}

runInNewTask(startApp).then(renderApp)

/** Sets `lang` and the manifest where the server couldn't. */
function setPageLanguage(locale: Locale): void {
  document.documentElement.lang = locale
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  const file = `/manifest.${locale}.webmanifest`
  if (manifest && manifest.getAttribute('href') !== file) manifest.setAttribute('href', file)
}
