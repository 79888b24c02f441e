import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { errorCodes } from '@handsfree/core/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { packageFolder } from '../package-folder.ts'
import { ApiError } from './api-error.ts'
import { refuse } from './refusals.ts'

export const webFolder = (): string => join(packageFolder(), '..', 'web', 'dist')

/** Names in `assets` hold a hash of their content and never change; all else is revalidated. */
const cacheControl = (file: string): string =>
  file.startsWith(`assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** Whether a request is for a page of the app, rather than a call or a file. */
const isPage = ({ method, url }: FastifyRequest): boolean => {
  const path = url.split('?')[0] ?? ''
  const name = path.split('/').pop() ?? ''
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/^\/(api|assets|sandbox|mqtt)(\/|$)/.test(path) &&
    !name.includes('.')
  )
}

/**
 * Serves the web's build, compressed ahead of time, and its `index.html` for every page. Anything else is refused with
 * 1002. Without a build (in development and tests) pages are refused too.
 */
export async function servePages(app: FastifyInstance, root: string): Promise<void> {
  const isBuilt = existsSync(join(root, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      // One route a file, so that a page's path does not look for a file first.
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.header('cache-control', cacheControl(relative(root, path)))
      },
    })
  }
  app.setNotFoundHandler((request, reply) =>
    isBuilt && isPage(request)
      ? reply.sendFile('index.html')
      : refuse(reply, new ApiError(errorCodes.notFound, 'not found')),
  )
}
