import { fileURLToPath } from 'node:url'
import { readBuild } from '../../tools/build-sizes.ts'
import { readRoutes } from '../../tools/read-routes.ts'

export type RouteBytes = {
  path: string
  /** The screen's own code and styles. */
  own: number
  /** With the shared chunks and libraries that it loads immediately, except those of every page. */
  withShared: number
}

const root = new URL('../../', import.meta.url)
/** Size of each route in the latest build, in Brotli bytes. */
export async function measureRoutes(): Promise<RouteBytes[]> {
  const build = await readBuild(fileURLToPath(new URL('web/dist/', root)))
  const page = build.withImports(build.chunkOfSource('index.html'))
  const bytes = (chunks: Iterable<{ file: string; css: string[] }>) => {
    const files = new Set([...chunks].flatMap(({ file, css }) => [file, ...css]))
    return [...files].reduce((sum, file) => sum + build.wireBytes(file), 0)
  }
  return (await readRoutes()).map(({ path, file: source }) => {
    const screen = build.chunkOfSource(`web/${source}`)
    const needed = [...build.withImports(screen)].filter((chunk) => !page.has(chunk))
    return { path, own: bytes([screen]), withShared: bytes(needed) }
  })
}
