import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalogue, CatalogueKind } from '@handsfree/core/api'
import {
  checkCatalogue,
  entryId,
  type Mistake,
  readCatalogueFiles,
  type TextFile,
  writeCatalogueFiles,
} from '@handsfree/core/catalogue'
import { MistakesError, UsageError } from './session.ts'

async function readFolder(folder: string): Promise<TextFile[]> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`${folder} is no folder that can be read.`)
  })
  return Promise.all(
    names
      .filter((name) => /\.(csv|json)$/.test(name))
      .sort()
      .map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
}

const byPlace = (one: Mistake, other: Mistake) =>
  one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1

/**
 * Reads a folder's catalogue and checks it against the current one. Throws `MistakesError` with every mistake, its file
 * and line.
 */
export async function readCatalogueFolder(folder: string, current: Catalogue): Promise<Catalogue> {
  const files = await readFolder(folder)
  if (files.length === 0) throw new UsageError(`${folder} holds no CSV and no JSON.`)
  const { catalogue, mistakes, placeOf } = readCatalogueFiles(files)
  // What refers to a wrong entry is not wrong for that.
  const isWrong = (kind: CatalogueKind, id: string) =>
    placeOf(kind, id) !== null && !catalogue[kind].some((entry) => entryId(kind, entry) === id)
  const issues = checkCatalogue(current, catalogue)
    .filter(({ about }) => !about.some(([kind, id]) => isWrong(kind, id)))
    .map(({ kind, id, field, code, message }): Mistake => {
      const place = placeOf(kind, id) ?? { file: kind, line: 1 }
      return { ...place, message: `${field}: ${message} (${code})` }
    })
  const all = [...mistakes, ...issues].sort(byPlace)
  if (all.length > 0) {
    throw new MistakesError([
      `${all.length} ${all.length === 1 ? 'mistake' : 'mistakes'}, nothing is changed:`,
      ...all.map(({ file, line, message }) => `${file}:${line}  ${message}`),
    ])
  }
  return catalogue
}

/** Writes a catalogue into a folder, which is made if it is not there. Returns the files' names. */
export async function writeCatalogueFolder(folder: string, catalogue: Catalogue): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files = writeCatalogueFiles(catalogue)
  for (const { name, text } of files) await writeFile(join(folder, name), text)
  return files.map(({ name }) => join(folder, name))
}
