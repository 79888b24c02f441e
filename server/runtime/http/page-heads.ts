import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@handsfree/core/contract'
import postcss, { type Root } from 'postcss'
import * as v from 'valibot'
import { brandPage, iconsOf, type PageBrand } from './page-brand.ts'
import type { RenderedPage } from './page-renderer.ts'

const MessageFiles = v.record(v.string(), v.string())
const PageRoute = v.object({
  path: v.string(),
  only: v.nullable(v.picklist(['members', 'visitors'])),
  /** Anyone with the URL has access. */
  isSecret: v.optional(v.boolean(), false),
  words: v.array(v.string()),
  scripts: v.array(v.string()),
  styles: v.array(v.string()),
})
const PageFiles = v.object({
  routes: v.array(PageRoute),
  styles: v.array(v.string()),
  /** Styles for announcements, which home only loads if there are any. */
  newsStyles: v.optional(v.array(v.string()), []),
  words: v.object({ 'en-US': MessageFiles, 'zh-CN': MessageFiles }),
})
export type PageRoute = v.InferOutput<typeof PageRoute>

/** Facts about the traveller known before scripts run. */
export type PageReader = {
  locale: Locale
  hasAccount: boolean
  dismissed: string[]
}

/** `allowed` has the CSP hashes of the page's inline style and script; null without them. */
export type Page = { text: string; allowed: { style: string; script: string } | null }

export type PageHeads = {
  routes: readonly PageRoute[]
  /**
   * Returns the page with preloads of everything that the route needs, so that nothing is discovered late. Rendered
   * pages contain their content, and inline the styles it uses. The whole files load behind the content, so that they
   * don't delay its paint.
   */
  pageOf(route: PageRoute, reader: PageReader, rendered: RenderedPage | null, brand: PageBrand | null): Page
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** Escapes `<`, so that JSON can't close its script element. */
const embed = (facts: object) => JSON.stringify(facts).replaceAll('<', '\\u003c')

/** Scripts get low priority on pages with a large photo, which is shown before they run. */
const hasPhoto = (rendered: RenderedPage | null) => /fetchpriority="high"/i.test(rendered?.html ?? '')
const preload = (href: string, priority: string) =>
  `<link rel="modulepreload" crossorigin${priority} href="/${href}">`
const link = (href: string) => `<link rel="stylesheet" crossorigin href="/${href}">`

/** Classes that an element needs to match. Skips those in `:not()`, `:is()` and `:has()`, which may be alternatives. */
function classesIn(selector: string): string[] {
  const outer = selector.replaceAll(/:[\w-]+\([^()]*\)/g, '')
  return outer === selector ? (selector.match(/(?<=\.)[a-zA-Z_][\w-]*/g) ?? []) : classesIn(outer)
}

/** Returns the stylesheet without rules for classes that don't occur in `html`. */
function usedStyles(sheet: Root, html: string): string {
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  const used = sheet.clone()
  used.walkRules((rule) => {
    const isUsed = rule.selectors.some((selector) => classesIn(selector).every((name) => classes.has(name)))
    if (!isUsed) rule.remove()
  })
  used.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove()
  })
  return used.toString().trim()
}

/** Records taps until the app replays them after hydration (`web/app/early-input.ts`). */
const earlyTaps = 'earlyTaps=[];addEventListener("click",e=>{globalThis.earlyTaps?.push(e.target)},true)'
const loadFailed: Record<Locale, string> = {
  'en-US': 'Load failed, click to reload',
  'zh-CN': '加载失败，请点击重新加载',
}
/**
 * Handles a module script or stylesheet of the page that fails to load; without them buttons don't work, or what they
 * open is unstyled. Reloads once per file, because an instance with another build may have answered. Then it shows a
 * link that reloads the page. Offline, it keeps the rendered content. Vite retries the styles that it adds to the head.
 */
const reloadScript = (locale: Locale) =>
  `addEventListener("error",({target:t})=>{if(t.type!="module"&&!t.matches?.("body>link"))return;let n="lost"+(t.src||t.href),f=()=>document.body.insertAdjacentHTML("afterbegin",'<p role="alert"><a href>${loadFailed[locale]}</a></p>');try{if(sessionStorage[n])return f();sessionStorage[n]=1}catch{return f()}fetch(location,{cache:"no-store"}).then(r=>r.ok?location.reload():f(),f)},true)`
const inlineScript = (locale: Locale) => `${earlyTaps};${reloadScript(locale)}`
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type LinkCard = { title: string; description: string }
const linkCards: Record<string, Record<Locale, LinkCard>> = {
  '/trip/:token': {
    'en-US': {
      title: 'Luggage for you',
      description: 'See where the bags are and what you need to collect them.',
    },
    'zh-CN': { title: '有行李请您领取', description: '查看行李动态和领取方式。' },
  },
  '/handover/:token': {
    'en-US': {
      title: 'Confirm your luggage order',
      description: 'Check what we filled in for you, then confirm.',
    },
    'zh-CN': { title: '行李寄送订单已填好', description: '请核对为您填写的内容，然后确认。' },
  },
}

const cardImage = (
  origin: string,
  brand: PageBrand | null,
): [image: string, width: string, height: string] | null => {
  if (!brand) return [`${origin}/icons/link-card.png`, '1200', '630']
  const icons = iconsOf(brand)
  return icons && [`${origin}${icons.square}`, '512', '512']
}

/** Link preview for messengers. It's the same for all links of a route, and has no token. */
function linkCardTags({ path }: PageRoute, locale: Locale, origin: string, brand: PageBrand | null): string {
  const card = linkCards[path]?.[locale]
  if (!card) return ''
  const image = cardImage(origin, brand)
  const tags = {
    'og:type': 'website',
    'og:site_name': brand?.name[locale] ?? 'Handsfree',
    'og:locale': locale.replace('-', '_'),
    'og:title': card.title,
    'og:description': card.description,
    ...(image && { 'og:image': image[0], 'og:image:width': image[1], 'og:image:height': image[2] }),
  }
  const meta = Object.entries(tags).map(
    ([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`,
  )
  return `${meta.join('\n    ')}\n    <meta name="twitter:card" content="${brand ? 'summary' : 'summary_large_image'}">`
}

/** Reads a web build, served at `origin` with the shell `page`. Null if the build lists no page files. */
export function readPageHeads(root: string, page: string, origin: string): PageHeads | null {
  const file = join(root, '.vite/page-files.json')
  if (!existsSync(file)) return null
  const files = v.parse(PageFiles, JSON.parse(readFileSync(file, 'utf8')))
  const { routes, words } = files
  const signIn = routes.find(({ path }) => path === '/sign/in')
  const sheets = new Map<string, Root>()
  const sheetOf = (style: string): Root => {
    const sheet = sheets.get(style) ?? postcss.parse(readFileSync(join(root, style), 'utf8'))
    sheets.set(style, sheet)
    return sheet
  }

  function withContent(
    head: string,
    locale: Locale,
    styles: readonly string[],
    rendered: RenderedPage,
    brandStyle: string,
  ): Page {
    const script = inlineScript(locale)
    const used = styles.map((style) => usedStyles(sheetOf(style), rendered.html))
    const content = [...used, rendered.css].filter(Boolean).join('\n')
    const facts = `<script type="application/json" id="page-facts">${embed(rendered.facts)}</script>`
    const text = styles
      .reduce((before, href) => before.replace(link(href), ''), head)
      .replace(/<title>[^<]*/, () => `<title>${escapeHtml(rendered.title)}`)
      .replace('</head>', () => `<style>${content}</style><script>${script}</script>\n  </head>`)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root">${rendered.html}</div>${facts}${styles.map(link).join('')}`,
      )
    return { text, allowed: { style: `${hashOf(content)} ${brandStyle}`.trim(), script: hashOf(script) } }
  }

  return {
    routes,
    pageOf(route, { locale, hasAccount }, rendered, brand) {
      // Visitors are redirected to sign-in.
      const shownRoute = route.only === 'members' && !hasAccount && signIn ? signIn : route
      const spoken = shownRoute.words.flatMap((part) => words[locale][part] ?? [])
      const scripts = [...spoken, ...shownRoute.scripts].filter((file) => !page.includes(file))
      const priority = hasPhoto(rendered) ? ' fetchpriority="low"' : ''
      const branded = brandPage(page, brand, locale)
      const head = branded.html
        .replace(/<html lang="[\w-]+">/, `<html lang="${locale}">`)
        .replace(/\/manifest\.[\w-]+\.webmanifest/, `/manifest.${locale}.webmanifest`)
        .replace(
          '</head>',
          `  ${[linkCardTags(route, locale, origin, brand), ...shownRoute.styles.map(link), ...scripts.map((file) => preload(file, priority))].filter(Boolean).join('\n    ')}\n  </head>`,
        )
      if (rendered) {
        const news = rendered.html.includes('data-announced') ? files.newsStyles : []
        return withContent(
          head,
          locale,
          [...new Set([...files.styles, ...shownRoute.styles, ...news])],
          rendered,
          branded.style,
        )
      }
      return { text: head, allowed: branded.style ? { style: branded.style, script: '' } : null }
    },
  }
}
