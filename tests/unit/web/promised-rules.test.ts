import { fileURLToPath } from 'node:url'
import { type Locale, locales } from '@handsfree/core/contract'
import { beforeAll, expect, test } from 'vitest'
import type { PageRenderer } from '../../../server/runtime/http/page-renderer.ts'
import { requireBuilt } from '../../../tools/builds.ts'
import { topics } from '../core/i18n/rule-topics.ts'
import { isAbout, sentencesOf, shownSentences } from '../core/i18n/shown-texts.ts'

/** Pages that show rules without an account, and the messages that each shows in full. */
const pages = {
  '/': /^promise\./,
  '/faq': /^faq\./,
  '/terms': /^terms\./,
  '/luggage/notice': /^luggageNotice\./,
  '/about': /^about\./,
} as const
type Page = keyof typeof pages
const paths = Object.keys(pages) as Page[]

const rendered = new Map<string, string[]>()
beforeAll(async () => {
  requireBuilt('web')
  const file = fileURLToPath(new URL('../../../web/dist/.server/server.js', import.meta.url))
  const server: PageRenderer = await import(file)
  for (const locale of locales) {
    for (const path of paths) rendered.set(`${path} ${locale}`, await readPage(server, path, locale))
  }
})

/** A page's sentences, without duplicates. */
async function readPage(server: PageRenderer, path: string, locale: Locale): Promise<string[]> {
  const now = Date.parse('2026-11-21T02:00:00Z')
  const visit = { route: path, params: {}, path, locale, hasAccount: false, dismissed: [], now }
  const { html } = await server.renderPage(visit, {})
  const text = html
    .replace(/<(?:a|b|span)\b[^>]*>|<\/(?:a|b|span)>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&#x27;', '’')
  return [...new Set(sentencesOf(text))]
}

const cases = locales.flatMap((locale) =>
  paths.flatMap((path) =>
    Object.entries(topics[locale]).map(([topic, { about }]) => ({ locale, path, topic, about })),
  ),
)

test.each(cases)(
  'describes $topic on $path only in reviewed sentences, in $locale',
  ({ locale, path, about }) => {
    const known = shownSentences(locale).filter(({ sentence }) => isAbout(about, sentence))
    const shown = rendered.get(`${path} ${locale}`)?.filter((sentence) => isAbout(about, sentence)) ?? []
    const own = known.filter(({ key }) => pages[path].test(key)).map(({ sentence }) => sentence)
    const others = shown.filter((sentence) => !known.some((one) => one.sentence === sentence))
    expect({ others, missing: own.filter((sentence) => !shown.includes(sentence)) }).toEqual({
      others: [],
      missing: [],
    })
  },
)
