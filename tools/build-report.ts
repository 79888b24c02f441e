import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../', import.meta.url))
const reportOf = (dist: string): string => join(dist, '.vite/build-report.json')

const Chunk = v.object({
  file: v.string(),
  isEntry: v.boolean(),
  /** Module that the chunk was split for, relative to the repository; null for shared chunks. */
  source: v.nullable(v.string()),
  /** Files fetched together with this one (static imports). */
  imports: v.array(v.string()),
  /** Files fetched on demand (dynamic imports). */
  dynamicImports: v.array(v.string()),
  css: v.array(v.string()),
  modules: v.array(v.string()),
  moduleBytes: v.record(v.string(), v.number()),
})
export type Chunk = v.InferOutput<typeof Chunk>

const fromRoot = (id: string): string =>
  relative(root, id.replace(/^\0[\w-]+:/, '').replace(/\?.*$/, '')).replaceAll('\\', '/')

/** Writes the chunks of the web build to `.vite` in its output folder. */
export const buildReport = (): Plugin => ({
  name: 'build-report',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const chunks = Object.values(bundle).flatMap((output): Chunk[] =>
      output.type === 'chunk'
        ? [
            {
              file: output.fileName,
              isEntry: output.isEntry,
              source: output.facadeModuleId && fromRoot(output.facadeModuleId),
              imports: output.imports,
              dynamicImports: output.dynamicImports,
              css: [...(output.viteMetadata?.importedCss ?? [])],
              modules: output.moduleIds.map(fromRoot),
              moduleBytes: Object.fromEntries(
                Object.entries(output.modules).map(([id, { renderedLength }]) => [
                  fromRoot(id),
                  renderedLength,
                ]),
              ),
            },
          ]
        : [],
    )
    await mkdir(dirname(reportOf(dir)), { recursive: true })
    await writeFile(reportOf(dir), JSON.stringify(chunks))
  },
})

export const readBuildReport = async (dist: string): Promise<Chunk[]> =>
  v.parse(v.array(Chunk), JSON.parse(await readFile(reportOf(dist), 'utf8')))
