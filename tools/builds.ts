import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** What each build reads; `.env` and the environment hold the web's one setting. `note` says what it was made from. */
const builds = {
  web: {
    sources: ['core', 'web', 'tools', 'index.html', 'vite.config.ts', 'package-lock.json', '.env'],
    note: 'web/dist/.vite/built-from',
  },
  server: { sources: ['core', 'server', 'package-lock.json'], note: 'server/dist/built-from' },
}

/** A build of `npm run build`; the server's is core's too. */
type Build = keyof typeof builds

const filesOf = (source: string): string[] => {
  const path = join(root, source)
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [source]
  return readdirSync(path, { withFileTypes: true }).flatMap(({ name }) =>
    /^(data|dist|node_modules)$|\.tsbuildinfo$/.test(name) ? [] : filesOf(join(source, name)),
  )
}

/** A digest of all sources of a build. */
export function hashSources(build: Build): string {
  const hash = createHash('sha256').update(process.env.HANDSFREE_STATIC_KEY ?? '')
  for (const file of builds[build].sources.flatMap(filesOf).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/** Whether a build is there, and was made from the sources as they are now. */
export function isBuilt(build: Build): boolean {
  const note = join(root, builds[build].note)
  return existsSync(note) && readFileSync(note, 'utf8') === hashSources(build)
}

/** Notes that a build is whole, and the hash of its sources as they were when it began. */
export const recordBuild = (build: Build, hash: string): void =>
  writeFileSync(join(root, builds[build].note), hash)

/** Throws for a build that is missing or older than its sources. */
export function requireBuilt(...wanted: Build[]): void {
  const stale = wanted.filter((build) => !isBuilt(build))
  if (stale.length > 0)
    throw new Error(`The build of ${stale.join(' and ')} is older than its sources: npm run build`)
}
