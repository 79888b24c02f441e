import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue, Locale, ShownBrand } from '@handsfree/core/contract'
import { brandTokens, type ColorScheme, strongBrandTokens, svgSize } from '@handsfree/core/lib'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { systemClock } from '../clock.ts'
import type { Services } from '../services.ts'
import { waitAtMost } from '../wait-at-most.ts'
import { describeError } from './describe-error.ts'

type Brand = Catalogue['brands'][number]

/** Reads versions of the company's brand. */
export type BrandSource = {
  /** Undefined for the product's. */
  current(): Promise<Brand | undefined>
  find(brandId: string): Promise<Brand | undefined>
}

/** A brand's parts of a page. Null for the product's. */
export type PageBrand = {
  /** Id and content hash. Its pictures are cached forever. */
  version: string
  name: Record<Locale, string>
  shown: ShownBrand
  /** Tokens for both themes, of travellers' and employees' pages; empty for the product's. */
  css: string
  crewCss: string
  hasIcon: boolean
}

const folder = '/brand'

type Tokens = (color: string, scheme: ColorScheme) => object

function stylesOf(color: Brand['color'], tokensOf: Tokens): string {
  if (!color) return ''
  // More specific than the tokens' stylesheet, which rendered pages load later.
  const rule = (scheme: ColorScheme) =>
    `:root:root{${Object.entries(tokensOf(color[scheme], scheme))
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')}}`
  return `${rule('light')}@media(prefers-color-scheme:dark){${rule('dark')}}`
}

export function toPageBrand(brand: Brand): PageBrand {
  const { brandId, name, color, logo, icon } = brand
  const hash = createHash('sha256')
    .update(JSON.stringify([name, color, logo, icon]))
    .digest('hex')
  const version = `${brandId}.${hash.slice(0, 16)}`
  const size = logo && svgSize(logo.light)
  return {
    version,
    name,
    shown: {
      name,
      logo: logo && {
        light: `${folder}/${version}/logo.svg`,
        dark: logo.dark === null ? null : `${folder}/${version}/logo-dark.svg`,
        ...(size ?? { width: 1, height: 1 }),
      },
    },
    css: stylesOf(color, brandTokens),
    crewCss: stylesOf(color, strongBrandTokens),
    hasIcon: icon !== null,
  }
}

/** Addresses of a brand's icons; null for the product's. */
export const iconsOf = ({ version, hasIcon }: PageBrand) => {
  if (!hasIcon) return null
  const base = `${folder}/${version}`
  return { svg: `${base}/icon.svg`, touch: `${base}/touch-180.png`, square: `${base}/icon-512.png` }
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Writes a brand into a page of the build, which names the product. `style` is the hash for the page's policy. */
export function brandPage(
  html: string,
  brand: PageBrand | null,
  locale: Locale,
  css = brand?.css ?? '',
): { html: string; style: string } {
  if (!brand) return { html, style: '' }
  const icons = iconsOf(brand)
  const facts = JSON.stringify(brand.shown).replaceAll('<', '\\u003c')
  const style = css && `<style id="brand-colors">${css}</style>`
  const named = html
    .replaceAll('Handsfree', () => escapeHtml(brand.name[locale]))
    .replace('</head>', () => `<script type="application/json" id="brand">${facts}</script>${style}</head>`)
  return {
    html: icons
      ? named.replace('/favicon.svg', icons.svg).replace('/icons/apple-touch-180.png', icons.touch)
      : named,
    style: css && hashOf(css),
  }
}

type Manifest = { name: string; short_name: string; icons: object[] }

/** The manifest of a build's app in a brand's name. */
export function brandManifest(file: string, text: string, brand: PageBrand): Manifest {
  const manifest: Manifest = JSON.parse(text)
  const locale: Locale = file.includes('zh-CN') ? 'zh-CN' : 'en-US'
  const isCrew = file.startsWith('crew')
  const name = isCrew ? `${brand.name[locale]} Crew` : brand.name[locale]
  const icons = (['any', 'maskable'] as const).flatMap((purpose) =>
    [192, 512].map((side) => ({
      src: `${folder}/${brand.version}/${purpose === 'any' ? 'icon' : purpose}-${side}.png`,
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose,
    })),
  )
  return {
    ...manifest,
    name,
    short_name: isCrew ? manifest.short_name : name,
    icons: brand.hasIcon ? icons : manifest.icons,
  }
}

export const manifests = [
  'manifest.en-US.webmanifest',
  'manifest.zh-CN.webmanifest',
  'crew.webmanifest',
] as const

export const readManifest = (root: string, file: string, brand: PageBrand) =>
  brandManifest(file, readFileSync(join(root, file), 'utf8'), brand)

/** Milliseconds for which a brand is kept, and after which a stuck database no longer delays pages. */
const keptMs = 1_000
const timeoutMs = 2_000

/** Reads the current brand at most once a second. Returns the latest known one while it can't be read. */
export function createCurrentBrand(
  app: FastifyInstance,
  { current }: BrandSource,
  { clock }: Pick<Services, 'clock'>,
): () => Promise<PageBrand | null> {
  let [known, readAt]: [PageBrand | null, number] = [null, Number.NEGATIVE_INFINITY]
  let reading: Promise<void> | null = null
  async function read(): Promise<void> {
    const startedAt = clock.elapsedMs()
    try {
      const brand = await current()
      known = brand ? toPageBrand(brand) : null
      readAt = startedAt
    } catch (error) {
      app.log.error(describeError(error), 'could not read the brand')
    } finally {
      reading = null
    }
  }
  return async () => {
    if (clock.elapsedMs() - readAt >= keptMs) {
      reading ??= read()
      await waitAtMost(systemClock, reading, timeoutMs)
    }
    return known
  }
}

const withoutSize = (svg: string): string =>
  svg.replace(/<svg\s[^>]*>/, (tag) => tag.replaceAll(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, ''))

/** Home screens cut shapes out of these icons, so their picture fills only the middle. */
const paddedShare = 0.7

async function drawIcon(svg: string, kind: string, side: number): Promise<Buffer> {
  const isPadded = kind !== 'icon'
  const inner = isPadded ? Math.round(side * paddedShare) : side
  const { width, height } = svgSize(svg) ?? { width: side, height: side }
  const drawn = await sharp(Buffer.from(withoutSize(svg)), {
    density: (72 * inner) / Math.max(width, height),
  })
    .resize({ width: inner, height: inner, fit: 'contain', background: '#ffffff00' })
    .png()
    .toBuffer()
  if (!isPadded) return drawn
  const edge = Math.floor((side - inner) / 2)
  const rest = side - inner - edge
  return sharp(drawn)
    .extend({ top: edge, bottom: rest, left: edge, right: rest, background: '#ffffff00' })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
}

const maxIcons = 32

/** Serves pictures of every version, also of those that aren't shown any more. */
export function serveBrandPictures(app: FastifyInstance, { find }: BrandSource, cacheControl: string): void {
  const drawn = new LRUCache<string, Buffer>({ max: maxIcons })
  app.get<{ Params: { version: string; file: string } }>(
    `${folder}/:version/:file`,
    async ({ params: { version, file } }, reply) => {
      const brandId = /^([\w-]{1,64})\.[\da-f]{16}$/.exec(version)?.[1]
      const brand = brandId && (await find(brandId))
      if (!brand || toPageBrand(brand).version !== version) return reply.callNotFound()
      const { logo, icon } = brand
      const source = { 'logo.svg': logo?.light, 'logo-dark.svg': logo?.dark, 'icon.svg': icon }[file]
      reply.header('cache-control', cacheControl)
      if (source) return reply.type('image/svg+xml').send(source)
      const [, kind = '', side = ''] = /^(icon|maskable|touch)-(180|192|512)\.png$/.exec(file) ?? []
      if (!icon || !kind) return reply.header('cache-control', 'no-store').callNotFound()
      const key = `${version}/${file}`
      const content = drawn.get(key) ?? (await drawIcon(icon, kind, Number(side)))
      drawn.set(key, content)
      return reply.type('image/png').send(content)
    },
  )
}
