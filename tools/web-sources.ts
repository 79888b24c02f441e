import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Everything that the web build reads; `.env` and the environment hold its one setting. */
const sources = ['core', 'web', 'tools', 'index.html', 'vite.config.ts', 'package-lock.json', '.env']

const filesOf = (source: string): string[] => {
  const path = join(root, source)
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [source]
  return readdirSync(path, { withFileTypes: true }).flatMap(({ name }) =>
    /^(dist|node_modules)$|\.tsbuildinfo$/.test(name) ? [] : filesOf(join(source, name)),
  )
}

/** A digest of all sources of the web build. */
export function hashWebSources(): string {
  const hash = createHash('sha256').update(process.env.HANDSFREE_STATIC_KEY ?? '')
  for (const file of sources.flatMap(filesOf).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

const builtFrom = join(root, 'web/dist/.vite/built-from')

/** Whether the web build is there, and was made from the sources as they are now. */
export const isWebBuilt = (): boolean =>
  existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === hashWebSources()

/** Notes that the web build is whole, and the sources as they were when it began. */
export const recordWebBuild = (sources: string): void => writeFileSync(builtFrom, sources)
