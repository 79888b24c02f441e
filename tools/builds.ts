import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Inputs of each build. `HANDSFREE_STATIC_KEY`, from `.env` or the environment, is the only setting that a build reads.
 * `note` is the file with the hash of the sources.
 */
const builds = {
  web: {
    sources: [
      'core',
      'web',
      'clients/kiosk',
      'tools',
      'index.html',
      'crew.html',
      'kiosk.html',
      'vite.config.ts',
      'package-lock.json',
      '.env',
    ],
    note: 'web/dist/.vite/built-from',
  },
  server: { sources: ['core', 'server', 'package-lock.json'], note: 'server/dist/built-from' },
}

/** A build of `npm run build`; `server` includes core. */
type Build = keyof typeof builds

const filesOf = (source: string): string[] => {
  const path = join(root, source)
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [source]
  return readdirSync(path, { withFileTypes: true }).flatMap(({ name }) =>
    /^(data|dist|node_modules)$|\.tsbuildinfo$/.test(name) ? [] : filesOf(join(source, name)),
  )
}

export function hashSources(build: Build): string {
  const hash = createHash('sha256').update(process.env.HANDSFREE_STATIC_KEY ?? '')
  for (const file of builds[build].sources.flatMap(filesOf).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

export function isBuilt(build: Build): boolean {
  const note = join(root, builds[build].note)
  return existsSync(note) && readFileSync(note, 'utf8') === hashSources(build)
}

/** Marks a build as complete. `hash` must be that of the sources when the build began. */
export const recordBuild = (build: Build, hash: string): void =>
  writeFileSync(join(root, builds[build].note), hash)

export function requireBuilt(...requiredBuilds: Build[]): void {
  const stale = requiredBuilds.filter((build) => !isBuilt(build))
  if (stale.length > 0)
    throw new Error(`The build of ${stale.join(' and ')} is missing or out of date. Run npm run build.`)
}
