import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { webAssets, webBuilds } from './web-builds.table.ts'

/** Stored builds, 2 MB each: the current one, those of older instances and open pages, and one for a rollback. */
const maxBuilds = 5

const assetNames = (root: string): string[] => {
  const folder = join(root, 'assets')
  return existsSync(folder) ? readdirSync(folder).filter((name) => !/\.(br|gz)$/.test(name)) : []
}

/**
 * Stores this build's files, so that instances with other builds can serve them. Without sticky sessions, a page may
 * request its scripts from another instance. Deletes outdated builds.
 */
export async function publishBuild(db: Database, root: string, now: Date): Promise<void> {
  const files = assetNames(root).sort()
  if (files.length === 0) return
  const buildId = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 32)
  await db.transaction(async (tx) => {
    // Prevents a concurrently starting instance from deleting files that this one found stored.
    await tx.execute(sql`lock table ${webBuilds} in exclusive mode`)
    await tx
      .insert(webBuilds)
      .values({ buildId, files, publishTime: now })
      .onConflictDoUpdate({ target: webBuilds.buildId, set: { publishTime: now } })
    const stored = await tx
      .select({ name: webAssets.name })
      .from(webAssets)
      .where(inArray(webAssets.name, files))
    const known = new Set(stored.map(({ name }) => name))
    const added = files
      .filter((name) => !known.has(name))
      .map((name) => ({ name, content: readFileSync(join(root, 'assets', name)) }))
    if (added.length > 0) await tx.insert(webAssets).values(added)
    const builds = await tx.select().from(webBuilds).orderBy(desc(webBuilds.publishTime))
    const former = builds.slice(maxBuilds).map((build) => build.buildId)
    if (former.length === 0) return
    await tx.delete(webBuilds).where(inArray(webBuilds.buildId, former))
    const needed = builds.slice(0, maxBuilds).flatMap((build) => build.files)
    await tx.delete(webAssets).where(notInArray(webAssets.name, needed))
  })
}

const textTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
}
const binaryTypes: Record<string, string> = {
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export function serveOtherBuilds(app: FastifyInstance, db: Database, cacheControl: string): void {
  app.get<{ Params: { name: string } }>('/assets/:name', async ({ params }, reply) => {
    // PostgreSQL rejects some strings, such as those with a null byte.
    if (!/^[\w.-]+$/.test(params.name)) return reply.callNotFound()
    const [asset] = await db.select().from(webAssets).where(eq(webAssets.name, params.name))
    if (!asset) return reply.callNotFound()
    const type = extname(asset.name)
    const textType = textTypes[type]
    return reply
      .header('cache-control', cacheControl)
      .type(textType ?? binaryTypes[type] ?? 'application/octet-stream')
      .send(textType ? asset.content.toString() : asset.content)
  })
}
