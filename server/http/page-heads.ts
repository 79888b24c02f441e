import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@handsfree/core/api'
import * as v from 'valibot'

const Words = v.object({ first: v.string(), later: v.string() })
const PageRoute = v.object({
  path: v.string(),
  only: v.nullable(v.picklist(['members', 'visitors'])),
  hasFirstWords: v.boolean(),
  scripts: v.array(v.string()),
  styles: v.array(v.string()),
})
const PageFiles = v.object({
  routes: v.array(PageRoute),
  words: v.object({ 'en-US': Words, 'zh-CN': Words }),
})
export type PageRoute = v.InferOutput<typeof PageRoute>

/** What a request says of the traveller before any script runs. */
export type PageReader = { locale: Locale; hasAccount: boolean }

export type PageHeads = {
  routes: readonly PageRoute[]
  /** A digest of the build, which a service worker compares. */
  build: string
  /** The page with everything that a route needs named in its head, so that nothing waits for a script that names it. */
  pageOf(route: PageRoute, reader: PageReader): string
}

/** The page and its routes' files in a web build; null for a build that names none. */
export function readPageHeads(root: string): PageHeads | null {
  const file = join(root, '.vite/page-files.json')
  if (!existsSync(file)) return null
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  const { routes, words } = v.parse(PageFiles, JSON.parse(readFileSync(file, 'utf8')))
  const signIn = routes.find(({ path }) => path === '/sign/in')
  return {
    routes,
    build: createHash('sha256').update(page).digest('base64url').slice(0, 16),
    pageOf(route, { locale, hasAccount }) {
      // A visitor is redirected to sign in first.
      const shown = route.only === 'members' && !hasAccount && signIn ? signIn : route
      const { first, later } = words[locale]
      const scripts = [...(shown.hasFirstWords ? [first] : [first, later]), ...shown.scripts]
      const links = [
        ...shown.styles.map((href) => `<link rel="stylesheet" crossorigin href="/${href}">`),
        ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="/${href}">`),
      ]
      return page
        .replace(/<html lang="[\w-]+">/, `<html lang="${locale}">`)
        .replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
    },
  }
}
