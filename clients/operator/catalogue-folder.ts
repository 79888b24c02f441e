import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  findConflicts,
  type Mistake,
  readCatalogueFiles,
  sortMistakes,
  type TextFile,
  writeCatalogueFiles,
} from '@handsfree/core/catalogue'
import type { Catalogue } from '@handsfree/core/contract'
import { makeFolder } from './make-folder.ts'
import { CallError, MistakesError, type Session, UsageError } from './session.ts'
import { openPictureFiles, writePictureFiles } from './site-pictures.ts'

async function readFolder(folder: string): Promise<TextFile[]> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`Cannot read the folder ${folder}. Check the path and its permissions.`)
  })
  const read = async (name: string): Promise<TextFile> => {
    const isText = /\.(csv|json|svg)$/i.test(name)
    return { name, text: isText ? await readFile(join(folder, name), 'utf8') : '' }
  }
  return Promise.all(names.sort().map(read))
}

const linesOf = (mistakes: readonly Mistake[]): string[] =>
  sortMistakes(mistakes).map(({ file, line, message }) => `${file}:${line}  ${message}`)

function throwMistakes(mistakes: readonly Mistake[]): void {
  if (mistakes.length === 0) return
  throw new MistakesError([
    `${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'} found; nothing was changed. Fix and import again:`,
    ...linesOf(mistakes),
  ])
}

/**
 * Reads a folder's catalogue and checks it against the current one. `upload` then uploads the sites' pictures and
 * returns the catalogue with their URLs. Both throw `MistakesError` with all mistakes by file and line.
 */
export async function readCatalogueFolder(
  session: Session,
  folder: string,
  current: Catalogue,
): Promise<{ catalogue: Catalogue; upload(): Promise<Catalogue> }> {
  const files = await readFolder(folder)
  if (!files.some(({ name }) => /\.(csv|json|xlsx?|ods|numbers)$/i.test(name)))
    throw new UsageError(
      `No CSV or JSON files in ${folder}. \`export\` writes the files that \`import\` reads.`,
    )
  const pictures = openPictureFiles(session, folder)
  const names: string[] = []
  readCatalogueFiles(files, (name) => {
    names.push(name)
    return { url: '/' }
  })
  const pictureFiles = await pictures.checkFiles(names)
  const { catalogue, mistakes, locationOf } = readCatalogueFiles(files, (name) => pictureFiles.get(name)!)
  throwMistakes([...mistakes, ...findConflicts(current, { catalogue, locationOf })])
  return {
    catalogue,
    async upload() {
      const { sites, refused, failed } = await pictures.upload(catalogue.sites)
      const uploadMistakes = catalogue.sites.flatMap(({ siteId, photos }) =>
        photos.flatMap((url): Mistake[] => {
          const message = refused.get(url)
          return message ? [{ ...locationOf('sites', siteId)!, message: `photos: ${message}` }] : []
        }),
      )
      if (failed) {
        throw new CallError(failed.failure, undefined, [
          'Nothing was changed. Check /ready and the server’s log, then import again:',
          ...linesOf(uploadMistakes),
        ])
      }
      throwMistakes(uploadMistakes)
      return { ...catalogue, sites }
    },
  }
}

/** Writes a catalogue and missing site pictures to a folder, which is created if needed. Returns the file names. */
export async function writeCatalogueFolder(
  session: Session,
  folder: string,
  catalogue: Catalogue,
): Promise<string[]> {
  await makeFolder(folder)
  const { sites, files: pictures } = await writePictureFiles(session, folder, catalogue.sites)
  const files = writeCatalogueFiles({ ...catalogue, sites })
  for (const { name, text } of files) await writeFile(join(folder, name), text)
  return [...files.map(({ name }) => join(folder, name)), ...pictures]
}
