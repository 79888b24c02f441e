import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { type Catalogue, listSitePictures, sitePictureHash, sitePictureUrl } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { makeFolder } from './make-folder.ts'
import { CallError, type Session } from './session.ts'

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

const isImage = (content: Buffer): boolean => {
  const latin = content.subarray(0, 12).toString('latin1')
  return (
    latin.startsWith('\xff\xd8\xff') ||
    latin.startsWith('\x89PNG\r\n\x1a\n') ||
    (latin.startsWith('RIFF') && latin.endsWith('WEBP'))
  )
}

/** Server errors that aren't caused by the picture. */
const serverFailures: readonly number[] = [errorCodes.internalServerError, errorCodes.thirdPartyError]

export type PictureFile = { url: string; mistake?: undefined } | { url?: undefined; mistake: string }

const isInside = (folder: string, file: string): boolean => {
  const path = relative(folder, file)
  return !isAbsolute(path) && path.split(/[\\/]/)[0] !== '..'
}

/** Finds a file by name in any Unicode normalization, because macOS decomposes accents. */
async function findFile(folder: string, name: string): Promise<string> {
  let path = folder
  for (const part of name.split('/')) {
    const entries = await readdir(path).catch((): string[] => [])
    const same = entries.includes(part)
      ? part
      : entries.find((entry) => entry.normalize() === part.normalize())
    path = join(path, same ?? part)
  }
  return path
}

/** Checks and uploads the picture files that an import references, except those that the server already has. */
export function openPictureFiles(session: Session, folder: string) {
  const checkedFiles = new Map<string, PictureFile>()
  /** New files by the URL that stands for them until the upload returns the final one. */
  const newPictures = new Map<string, { name: string; file: string }>()
  let storedUrls: Promise<Map<string, string>> | null = null
  const readStored = async () => {
    const known = new Map<string, string>()
    for (const { sourceHash, contentHash, url } of await session.call(listSitePictures, {})) {
      known.set(sourceHash, url).set(contentHash, url)
    }
    return known
  }

  const check = async (name: string): Promise<PictureFile> => {
    if (!isInside(folder, join(folder, name))) return { mistake: `${name} is outside the folder` }
    const file = await findFile(folder, name)
    const content = await readFile(file).catch(() => null)
    if (!content) return { mistake: `cannot find the picture file ${name}` }
    if (!isImage(content)) return { mistake: `${name} isn’t a JPG, PNG or WebP image` }
    if (content.length > policy.maxImageMb * 1024 * 1024) {
      return { mistake: `${name} is larger than ${policy.maxImageMb} MB` }
    }
    storedUrls ??= readStored()
    const hash = hashOf(content)
    const known = (await storedUrls).get(hash)
    if (known) return { url: known }
    const url = sitePictureUrl(hash)
    newPictures.set(url, { name, file })
    return { url }
  }

  return {
    /** Checks files by name. Skips names that begin with a slash, which are URLs. */
    async checkFiles(names: readonly string[]): Promise<ReadonlyMap<string, PictureFile>> {
      for (const name of names) {
        if (!name.startsWith('/') && !checkedFiles.has(name)) checkedFiles.set(name, await check(name))
      }
      return checkedFiles
    },
    /**
     * Uploads new files. Returns the sites with final URLs, and messages by placeholder URL for files that weren't
     * stored. `failed` is the server's error that stopped the upload at the last of them.
     */
    async upload(
      sites: Catalogue['sites'],
    ): Promise<{ sites: Catalogue['sites']; refused: Map<string, string>; failed: CallError | null }> {
      const urls = new Map<string, string>()
      const refused = new Map<string, string>()
      let failed: CallError | null = null
      for (const [url, { name, file }] of newPictures) {
        try {
          urls.set(url, (await session.uploadSitePicture(file)).url)
        } catch (error) {
          if (!(error instanceof CallError) || error.failure.kind !== 'refused') throw error
          const { code, message } = error.failure
          refused.set(url, `${name}: ${message}`)
          if (serverFailures.includes(code)) {
            failed = error
            break
          }
        }
      }
      const uploaded = sites.map((site) => ({
        ...site,
        photos: site.photos.map((url) => urls.get(url) ?? url),
      }))
      return { sites: uploaded, refused, failed }
    },
  }
}

/** Writes missing site pictures to a folder. Returns the sites with file names. */
export async function writePictureFiles(
  session: Session,
  folder: string,
  sites: Catalogue['sites'],
): Promise<{ sites: Catalogue['sites']; files: string[] }> {
  const files: string[] = []
  const nameOf = async (siteId: string, url: string, index: number): Promise<string> => {
    const hash = sitePictureHash(url)
    if (!hash) return url
    const name = `photos/${siteId}-${index + 1}.webp`
    const file = join(folder, name)
    const existing = await readFile(file).catch(() => null)
    if (existing && hashOf(existing) === hash) return name
    await makeFolder(dirname(file))
    await writeFile(file, await session.download(url))
    files.push(file)
    return name
  }
  const named: Catalogue['sites'] = []
  for (const site of sites) {
    const photos: string[] = []
    for (const [index, url] of site.photos.entries()) photos.push(await nameOf(site.siteId, url, index))
    named.push({ ...site, photos })
  }
  return { sites: named, files }
}
