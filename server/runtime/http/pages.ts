import { existsSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type Locale, locales } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { packageFolder } from '../package-folder.ts'
import { serveRehearsalStyles, withRehearsalBanner } from '../rehearsal.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings/settings.ts'
import { ApiError } from './api-error.ts'
import { previewedBrandId, serveBrandPreviews } from './brand-preview.ts'
import { localeOf } from './caller.ts'
import { clientNetwork } from './client-network.ts'
import {
  type BrandSource,
  brandPage,
  createCurrentBrand,
  manifests,
  type PageBrand,
  readManifest,
  serveBrandPictures,
  toPageBrand,
} from './page-brand.ts'
import { type PageHeads, type PageReader, type PageRoute, readPageHeads } from './page-heads.ts'
import { findRenderer } from './page-renderer.ts'
import { refuse } from './refusals.ts'
import { createPages, type SentPage } from './render-pages.ts'
import { serveOtherBuilds } from './web-builds.ts'

type PageServices = Pick<Services, 'db' | 'keys' | 'now' | 'clock' | 'requestLimits' | 'settings'>

export const webFolder = (): string => join(packageFolder(), '..', 'web', 'dist')

/** Files in `assets` have content hashes; everything else is revalidated. */
const immutable = 'public, max-age=31536000, immutable'
const cacheControl = (file: string): string => (file.startsWith(`assets${sep}`) ? immutable : 'no-cache')

/** Paths that balancers and collectors conventionally probe. */
const probes = /^\/(health|ready|readiness|live|liveness|startup|status|metrics|ping)z?(\/|$)/

const isPage = ({ method, url = '' }: { method?: string; url?: string }): boolean => {
  const path = url.split('?')[0] ?? ''
  const name = path.split('/').pop() ?? ''
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/^\/(api|assets|sandbox|mqtt)(\/|$)/.test(path) &&
    !probes.test(path) &&
    !name.includes('.')
  )
}

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the URL to route. Fastify rejects undecodable URLs before any handler, so pages with one are mapped to an
 * unknown page.
 */
export const routableUrl = (request: { method?: string; url?: string }): string => {
  const { url = '' } = request
  return isPage(request) && !isDecodable(url.split('?')[0] ?? '') ? '/404/undecodable' : url
}

/** Maximum dismissed ids in the cookie; the web app writes no more. */
const maxDismissed = 20

const isLocale = (tag: string | undefined): tag is Locale => locales.some((locale) => locale === tag)

/**
 * Cookies mirror the app's stored language and whether there's an account. `?lang` is the receiver's language, a
 * fallback for devices without a stored one.
 */
export function readerOf(request: FastifyRequest): PageReader {
  const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='))
  const cookies = new Map(pairs.map(([name = '', value = '']) => [name, value]))
  const { lang } = request.query as { lang?: string }
  return {
    locale: [cookies.get('language'), lang].find(isLocale) ?? localeOf(request),
    hasAccount: cookies.get('account') === 'yes',
    dismissed: (cookies.get('dismissed') ?? '')
      .split('.')
      .filter((id) => /^[\w-]{1,64}$/.test(id))
      .slice(-maxDismissed),
  }
}

const addInlineHashes = (policy: string, allowed: SentPage['allowed']): string =>
  allowed
    ? policy
        .replace("style-src 'self'", `style-src 'self' ${allowed.style}`)
        .replace("script-src 'self'", `script-src 'self' ${allowed.script}`)
    : policy

/** A page of an account, or of a brand's preview. */
const isPersonal = (request: FastifyRequest): boolean =>
  readerOf(request).hasAccount || /(?:^|; )brand=/.test(request.headers.cookie ?? '')

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: SentPage,
  // Always revalidated. Shared caches may store visitors' pages, never members'.
  cacheControl = `${isPersonal(request) ? 'private' : 'public'}, no-cache`,
): FastifyReply {
  reply.headers({
    'cache-control': cacheControl,
    vary: 'accept-encoding, accept-language, cookie',
    etag: page.etag,
    'content-security-policy': addInlineHashes(
      String(reply.getHeader('content-security-policy')),
      page.allowed,
    ),
  })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  // Prefer Brotli: browsers list gzip first without preferring it.
  const encoding = (['br', 'gzip'] as const).find((name) => request.encoding([name]))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding ?? 'identity'])
}

/** Anyone with the URL has access, so it must be neither indexed nor cached. */
function sendSecretPage(request: FastifyRequest, reply: FastifyReply, page: SentPage): FastifyReply {
  reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
  return sendPage(request, reply, page, 'no-store')
}

type BrandOf = (request: FastifyRequest) => Promise<PageBrand | null>

function serveRoutes(
  app: FastifyInstance,
  heads: PageHeads,
  root: string,
  services: PageServices,
  brandOf: BrandOf,
) {
  const { requestLimits } = services
  const pageAt = createPages(app, heads, findRenderer(root), services)
  const answer = async (route: PageRoute, request: FastifyRequest, reply: FastifyReply) => {
    const params = request.params as Record<string, string>
    const address = requestLimits.isExempt(request.ip) ? null : clientNetwork(request.ip)
    const page = await pageAt(route, readerOf(request), params, address, await brandOf(request))
    return route.isSecret ? sendSecretPage(request, reply, page) : sendPage(request, reply, page)
  }
  for (const route of heads.routes) {
    // The app ignores a trailing slash.
    for (const path of new Set([route.path, route.path.replace(/\/?$/, '/')])) {
      app.get(path, (request, reply) => answer(route, request, reply))
    }
  }
  const lost = heads.routes.find(({ path }) => path === '/404')
  return lost && ((request: FastifyRequest, reply: FastifyReply) => answer(lost, request, reply.code(404)))
}

const shells = ['index.html', 'crew.html', 'kiosk.html'] as const
type SendShell = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: (typeof shells)[number],
) => Promise<FastifyReply>

/** Sends a file of the build with the company's brand, and in a rehearsal with its banner. */
function sendShellOf(root: string, { rehearsal }: Settings, brandOf: BrandOf): SendShell {
  return async (request, reply, name) => {
    const brand = await brandOf(request)
    if (!brand && !rehearsal) return reply.sendFile(name)
    const css = name === 'crew.html' ? brand?.crewCss : brand?.css
    const { html, style } = brandPage(
      readFileSync(join(root, name), 'utf8'),
      brand,
      readerOf(request).locale,
      css,
    )
    const policy = String(reply.getHeader('content-security-policy'))
    return reply
      .headers({
        'cache-control': `${isPersonal(request) ? 'private, ' : ''}no-cache`,
        vary: 'accept-language, cookie',
        'content-security-policy': addInlineHashes(policy, style ? { style, script: '' } : null),
      })
      .type('text/html; charset=utf-8')
      .send(rehearsal ? withRehearsalBanner(html) : html)
  }
}

function serveManifests(app: FastifyInstance, root: string, brandOf: BrandOf): void {
  for (const file of manifests) {
    if (!existsSync(join(root, file))) continue
    app.get(`/${file}`, async (request, reply) => {
      const brand = await brandOf(request)
      if (!brand) return reply.sendFile(file)
      reply.header('cache-control', 'no-cache').type('application/manifest+json')
      return reply.send(JSON.stringify(readManifest(root, file, brand)))
    })
  }
}

/** Serves the employees' app. Its pages are private, and one file serves them all. */
function serveCrew(app: FastifyInstance, sendShell: SendShell): void {
  for (const path of ['/crew', '/crew/*']) {
    app.get(path, (request, reply) =>
      isPage(request.raw)
        ? sendShell(request, reply.header('x-robots-tag', 'noindex, nofollow, noarchive'), 'crew.html')
        : reply.callNotFound(),
    )
  }
}

/** Serves the screen in a hotel's lobby, whose QR id is in its address. */
function serveKiosk(app: FastifyInstance, sendShell: SendShell): void {
  for (const path of ['/kiosk', '/kiosk/']) {
    app.get(path, (request, reply) =>
      sendShell(request, reply.header('x-robots-tag', 'noindex'), 'kiosk.html'),
    )
  }
}

/**
 * Serves the web build's compressed files and its pages. Unknown pages get the 404 page, everything else 1002.
 * Without a build (development, tests), pages get 1002 too. `origin` is that of links in messages.
 */
export async function servePages(
  app: FastifyInstance,
  root: string,
  services: PageServices,
  { origin, brands }: { origin: string; brands: BrandSource },
): Promise<void> {
  const isBuilt = existsSync(join(root, 'index.html'))
  const { rehearsal } = services.settings
  const shell = isBuilt ? readFileSync(join(root, 'index.html'), 'utf8') : ''
  const heads = isBuilt ? readPageHeads(root, rehearsal ? withRehearsalBanner(shell) : shell, origin) : null
  const currentBrand = createCurrentBrand(app, brands, services)
  const brandOf: BrandOf = async (request) => {
    const previewedId = previewedBrandId(services, request)
    const previewed = previewedId === null ? undefined : await brands.find(previewedId)
    return previewed ? toPageBrand(previewed) : currentBrand()
  }
  if (isBuilt && rehearsal) serveRehearsalStyles(app, immutable)
  const sendShell = sendShellOf(root, services.settings, brandOf)
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      // One route per file, so that pages don't hit the file system first.
      wildcard: false,
      globIgnore: [...shells, ...manifests],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.header('cache-control', cacheControl(relative(root, path)))
      },
    })
    // The service worker keeps it for months.
    const sendOfflineShell = sendShellOf(root, services.settings, currentBrand)
    app.get('/index.html', (request, reply) => sendOfflineShell(request, reply, 'index.html'))
    serveBrandPreviews(app, services)
    serveManifests(app, root, brandOf)
    serveBrandPictures(app, brands, immutable)
    serveOtherBuilds(app, services.db, immutable)
    if (existsSync(join(root, 'crew.html'))) serveCrew(app, sendShell)
    if (existsSync(join(root, 'kiosk.html'))) serveKiosk(app, sendShell)
  }
  const serveLost = heads && serveRoutes(app, heads, root, services, brandOf)
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !isPage(request)) return refuse(reply, new ApiError(errorCodes.notFound, 'not found'))
    return serveLost ? serveLost(request, reply) : sendShell(request, reply, 'index.html')
  })
}
