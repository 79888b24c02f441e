import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, defaultServerConditions, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../', import.meta.url))
const conditions = [
  'handsfree-source',
  ...defaultServerConditions.filter((condition) => condition !== 'module'),
]

/** Imports all lazy chunks up front, so that no run waits for the disk. */
const starter = `import { readdirSync } from 'node:fs'
for (const name of readdirSync(new URL('.', import.meta.url)))
  if (name.endsWith('.mjs') && name !== 'start.mjs') await import(new URL(name, import.meta.url).href)
const { main } = await import('./simulate.mjs')
await main(process.argv.slice(2))
`

const planting = (change: (file: string, source: string) => string): Plugin => ({
  name: 'plant',
  enforce: 'pre',
  transform: (source, id) => (id.includes('node_modules') ? null : change(relative(root, id), source)),
})

/**
 * Caches Drizzle's `is` per prototype. Drizzle calls it for every part of every statement, and it walks up the class
 * chain.
 */
const memoizedIs = `
const judgedOf = new WeakMap()
function is(value, type) {
  if (!value || typeof value !== 'object') return false
  const prototype = Object.getPrototypeOf(value)
  let judged = judgedOf.get(prototype)
  if (!judged) judgedOf.set(prototype, (judged = new Map()))
  let answer = judged.get(type)
  if (answer === undefined) judged.set(type, (answer = judge(value, type)))
  return answer
}
`

const memoizeKinds: Plugin = {
  name: 'remember-kinds',
  transform(source, id) {
    if (!id.endsWith('/drizzle-orm/entity.js')) return null
    const renamed = source.replace('function is(value, type)', 'function judge(value, type)')
    if (renamed === source) throw new Error(`${id} has no "function is(value, type)" to rename`)
    return renamed + memoizedIs
  },
}

/**
 * Bundles the simulator to plain files that Node runs without a loader. They are below the server's package, because
 * it reads migrations and the catalogue from there. `change` plants a bug into a source; `file` is relative to the
 * repository. Returns the entry file and a cleanup function.
 */
export async function bundle(
  change?: (file: string, source: string) => string,
): Promise<{ file: string; remove(): void }> {
  const parent = join(root, 'server/node_modules')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, '.simulate-'))
  const core = JSON.parse(readFileSync(join(root, 'core/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [memoizeKinds, ...(change ? [planting(change)] : [])],
    resolve: { conditions },
    ssr: {
      noExternal: [/^@handsfree\//, 'drizzle-orm', ...Object.keys(core.dependencies)],
      resolve: { conditions },
    },
    build: {
      ssr: join(root, 'simulator/main.ts'),
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      target: 'node20',
      reportCompressedSize: false,
      rolldownOptions: { output: { entryFileNames: 'simulate.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
  writeFileSync(join(folder, 'start.mjs'), starter)
  return {
    file: join(folder, 'start.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
