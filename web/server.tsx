import { createApp, type Platform, storageKeys } from '@handsfree/core'
import { demoStaticKey, type InitialAnswers } from '@handsfree/core/api'
import type { Locale, ShownBrand } from '@handsfree/core/contract'
import { createFormatter, loadMessages, withBrand } from '@handsfree/core/i18n'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { fetchRestMessages } from './app/messages.ts'
import type { PageData } from './app/page-data.ts'
import { pageTitle } from './app/page-title.ts'
import { createServerPlatform } from './app/platform/server.ts'
import { moveStyleAttributes } from './app/style-attributes.ts'
import { TitleContext } from './app/useCustomTitle.ts'
import { readAnswers } from './page-reads.ts'
import { Root } from './Root.tsx'
import { routeAt } from './routes.ts'

const loadAllMessages = async (locale: Locale) => ({
  ...(await loadMessages(locale)),
  ...(await fetchRestMessages(locale)),
})

export type PageVisit = {
  route: string
  params: Record<string, string>
  path: string
  locale: Locale
  /** Render the page as for a traveller who is signed in, without their data. */
  hasAccount: boolean
  /** Ids of announcements dismissed on this device. */
  dismissed: string[]
  /** The company's own name and logo; undefined for the product's. */
  brand?: ShownBrand | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** Placeholder account: the page is the same for everyone who is signed in. */
const placeholderAccount = JSON.stringify({
  version: 1,
  phone: { dialCode: '', phoneNumber: '' },
  account: { uin: 'somebody', token: '' },
})

const createPageApp = (
  { locale, hasAccount, dismissed, brand, now }: PageVisit,
  fetch: Platform['fetch'],
  initialData = {},
) =>
  createApp(
    createServerPlatform({
      fetch,
      now: () => now,
      stored: {
        [storageKeys.language]: locale,
        [storageKeys.dismissed]: JSON.stringify(dismissed),
        ...(hasAccount && { [storageKeys.auth]: placeholderAccount }),
      },
    }),
    { baseUrl: '', staticKey: demoStaticKey, brokerScheme: 'wss', brand, initialData },
  )

/** Responses for a page's first render, or null if all failed. `fetch` calls the API in process. */
export const readPage = (visit: PageVisit, fetch: Platform['fetch']): Promise<InitialAnswers | null> =>
  readAnswers(createPageApp(visit, fetch).api, visit.route, visit.params)

/** Rejects if a screen throws. */
export async function renderPage(
  visit: PageVisit,
  answers: InitialAnswers,
): Promise<{ html: string; css: string; title: string; facts: PageData }> {
  const { route, path, locale, hasAccount, brand, now } = visit
  const messages = withBrand(await loadAllMessages(locale), brand?.name[locale])
  const app = createPageApp(visit, noCall, { messages: { [locale]: messages }, answers, renderedAt: now })
  const appRoute = routeAt(route)
  const isSkeleton = appRoute?.isOnDevice === true
  const isHydratable = !hasAccount && !isSkeleton && appRoute?.only === undefined
  await appRoute?.screen.preload()
  const errors: unknown[] = []
  let title = appRoute ? pageTitle(createFormatter(locale, messages), appRoute.titleKey) : ''
  const keepTitle = (own: string) => {
    title = own
  }
  const { prelude } = await prerender(
    <StrictMode>
      <TitleContext value={keepTitle}>
        <Root app={app} path={path} isSkeleton={isSkeleton} />
      </TitleContext>
    </StrictMode>,
    {
      // Disables out-of-order streaming, which needs inline scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
    },
  )
  const content = moveStyleAttributes(await new Response(prelude).text())
  if (errors.length > 0) throw errors[0]
  return { ...content, title, facts: { route, path, locale, isHydratable, renderedAt: now, answers } }
}

const noCall: Platform['fetch'] = async () => {
  throw new Error('a call while a page is rendered')
}
