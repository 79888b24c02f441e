import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../', import.meta.url))
const reportOf = (dist: string): string => join(dist, '.vite/build-report.json')

const Chunk = v.object({
  /** Path in `web/dist`. */
  file: v.string(),
  /** The page's own script. */
  isEntry: v.boolean(),
  /** Source that the chunk is made for, from the repository's root; null for a shared one. */
  source: v.nullable(v.string()),
  /** Files that the browser fetches along with this one. */
  imports: v.array(v.string()),
  /** Files that it fetches on demand. */
  dynamicImports: v.array(v.string()),
  css: v.array(v.string()),
  /** Sources in the chunk, from the repository's root. */
  modules: v.array(v.string()),
  /** Bytes of each of them before they are minified. */
  moduleBytes: v.record(v.string(), v.number()),
})
/** One JavaScript file of the web build: what is in it and what it brings along. */
export type Chunk = v.InferOutput<typeof Chunk>

const fromRoot = (id: string): string =>
  relative(root, id.replace(/^\0[\w-]+:/, '').replace(/\?.*$/, '')).replaceAll('\\', '/')

/** Writes what the web build put where, into its hidden folder. */
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

/** The chunks of a web build; throws when there was none. */
export const readBuildReport = async (dist: string): Promise<Chunk[]> =>
  v.parse(v.array(Chunk), JSON.parse(await readFile(reportOf(dist), 'utf8')))
