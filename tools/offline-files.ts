import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

/** Large, and useless offline for travellers. Employees’ order pages format phone numbers. */
const heavyModules = /node_modules\/libphonenumber-js\//

/** Files of all pages for offline use, except those that need heavy libraries. The entry script comes first. */
export function offlineFiles(bundle: Rolldown.OutputBundle): string[] {
  const outputs = Object.values(bundle)
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const chunkOfFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const isHeavy = (chunk: Rolldown.OutputChunk, seen = new Set<string>()): boolean => {
    if (seen.has(chunk.fileName)) return false
    seen.add(chunk.fileName)
    return (
      chunk.moduleIds.some((id) => heavyModules.test(id)) ||
      chunk.imports.some((file) => {
        const imported = chunkOfFile.get(file)
        return imported !== undefined && isHeavy(imported, seen)
      })
    )
  }
  const page = chunks.find(({ name, isEntry }) => isEntry && (name === 'index' || name === 'crew'))
  const isCrew = page?.name === 'crew'
  const offlineChunks = chunks.filter(
    (chunk) => chunk.fileName.startsWith('assets/') && (isCrew || !isHeavy(chunk)),
  )
  const styles = offlineChunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  const pictures = outputs
    .map(({ fileName }) => fileName)
    .filter((file) => /^assets\/.*\.(?:svg|png|webp)$/.test(file))
  const files = [...offlineChunks.map(({ fileName }) => fileName), ...styles, ...pictures].sort()
  return [...new Set(page ? [page.fileName, ...files] : files)]
}

/** Inserts the list of cached files and the build id into the service worker. */
export const offlineFilesPlugin = (): Plugin => ({
  name: 'offline-files',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const isCrew = 'crew.html' in bundle
      const worker = bundle[isCrew ? 'crew-service-worker.js' : 'service-worker.js']
      const page = bundle[isCrew ? 'crew.html' : 'index.html']
      if (worker?.type !== 'chunk' || page?.type !== 'asset') this.error('no page or no service worker')
      const files = offlineFiles(bundle)
      const build = createHash('sha256')
        .update(page.source)
        .update(files.join('\n'))
        .digest('base64url')
        .slice(0, 16)
      worker.code = worker.code
        .replace(/(["'`])__OFFLINE_FILES__\1/, files.map((file) => `'/${file}'`).join(','))
        .replace('__BUILD__', build)
    },
  },
})
