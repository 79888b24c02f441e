import { fileURLToPath } from 'node:url'
import type { Chunk } from '../../../tools/build-report.ts'
import { type Build, readBuild } from '../../../tools/build-sizes.ts'

export const readWebBuild = (): Promise<Build> =>
  readBuild(fileURLToPath(new URL('../../../web/dist/', import.meta.url)))

/**
 * All files of a visitor's first load of home: page, icon, entry, home, messages, styles, service worker.
 */
export function firstLoad(build: Build, locale: string): { chunks: Chunk[]; files: string[] } {
  const needed = new Set(
    [
      build.chunkOfSource('index.html'),
      build.chunkOfSource('web/pages/home/Home.page.tsx'),
      build.chunkOfSource(`first/${locale}.js`),
    ].flatMap((chunk) => [...build.withImports(chunk)]),
  )
  const files = new Set(['index.html', 'favicon.svg', 'service-worker.js'])
  for (const { file, css } of needed) for (const name of [file, ...css]) files.add(name)
  return { chunks: [...needed], files: [...files].sort() }
}

const packageOf = (module: string) => module.match(/^.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? module

/** Unminified bytes of home's first load, by our module or by package. */
export function firstLoadModules(build: Build): Record<string, number> {
  const bytes: Record<string, number> = {}
  for (const { moduleBytes } of firstLoad(build, 'en-US').chunks) {
    for (const [module, length] of Object.entries(moduleBytes)) {
      if (length > 0) bytes[packageOf(module)] = (bytes[packageOf(module)] ?? 0) + length
    }
  }
  return Object.fromEntries(Object.entries(bytes).sort(([one], [other]) => (one < other ? -1 : 1)))
}
