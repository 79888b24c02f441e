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
import { readPageData } from './app/page-data.ts'
import { createBrowserPlatform } from './app/platform/browser.ts'
import { Root } from './Root.tsx'
import { routeAt } from './routes.ts'

/** `?inspect` opens the Stately inspector, in development only: a build leaves this branch out. */
const openInspector = async () =>
  import.meta.env.DEV && new URLSearchParams(location.search).has('inspect')
    ? (await import('./app/inspect.ts')).openInspector()
    : undefined

/** What does not load now is asked for again where it is needed, which says so. */
const quietly = <Value,>(loading: Promise<Value> | undefined) => loading?.catch(() => undefined)

/** Tasks that a slow phone takes a twentieth of a second for keep taps waiting when they follow each other at once. */
async function inTaskOfItsOwn<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  await new Promise((resolve) => setTimeout(resolve))
  return work()
}

const page = readPageData()

async function begin(): Promise<{ app: App; isHydratable: boolean }> {
  const messages = page && (await quietly(loadMessages(page.locale)))
  const app = createApp(createBrowserPlatform(), {
    baseUrl: '',
    staticKey: import.meta.env.HANDSFREE_STATIC_KEY ?? demoStaticKey,
    brokerScheme: location.protocol === 'https:' ? 'wss' : 'ws',
    known: page ? { ...page, messages: messages ? { [page.locale]: messages } : {} } : {},
    inspect: await openInspector(),
  })

  // Read before anything is stored.
  const isHydratable = page !== null && canHydrate(app, page)
  setPageLanguage(app.language.getSnapshot().context.locale)
  followTranslation()
  startNavigation()
  app.start()
  followAuth(app)
  mirrorInCookies(app)
  const loadRest = () => quietly(import('./app/after-load.ts').then(({ afterLoad }) => afterLoad()))
  if (document.readyState === 'complete') loadRest()
  else addEventListener('load', loadRest)
  return { app, isHydratable }
}

const options = {
  // A screen that did not load is reported on the page: it is a network's failure, no defect.
  onCaughtError: (error: unknown) => {
    if (!(error instanceof LoadFailure)) console.error(error)
  },
}

async function show({ app, isHydratable }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  // It is in the same file: read and run by itself, it is half as long a task as with the app.
  const { createRoot, hydrateRoot } = await inTaskOfItsOwn(() => import('react-dom/client'))
  const element = document.getElementById('root') as HTMLElement
  const view = (props?: Pick<AppRouterProps, 'path' | 'onShown'>) => (
    <StrictMode>
      <Root app={app} {...props} />
    </StrictMode>
  )
  if (!page) {
    createRoot(element, options).render(view())
    return
  }
  // The page stays as the server has rendered it until the app can show the same.
  await Promise.all([
    quietly(routeAt(page.route)?.screen.preload()),
    waitFor(app.language, (snapshot) => !snapshot.matches('loading')),
    // A browser's first use of a format takes as long as a screen.
    inTaskOfItsOwn(() => app.platform.timeZone()),
  ])
  const repeat = collectEarlyInput(element)
  // Once every part has what it listens to.
  const onShown = () => void setTimeout(repeat)
  // A step back in the history may have led to another page meanwhile, and may still while React takes this one over.
  if (isHydratable && location.pathname === page.path) {
    const path = location.pathname + location.search
    // In a transition taking over makes way for the traveller's taps.
    startTransition(() => void hydrateRoot(element, view({ path, onShown }), options))
  } else {
    createRoot(element, options).render(view({ onShown }))
  }
}

inTaskOfItsOwn(begin).then(show)

/** Where no server has prepared the page in the traveller's language: its `lang`, and what an installed app is called. */
function setPageLanguage(locale: Locale): void {
  document.documentElement.lang = locale
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  const file = `/manifest.${locale}.webmanifest`
  if (manifest && manifest.getAttribute('href') !== file) manifest.setAttribute('href', file)
}
