import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId, type Random } from '../random.ts'
import type { FileStore } from '../services.ts'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Stores files by key. Writes are atomic (temporary file, then rename). */
export function createDiskStore(folder: string, random: Random): FileStore {
  return {
    async write(key, content) {
      await mkdir(folder, { recursive: true })
      const temporaryFile = join(folder, `.${newId(random)}`)
      try {
        await writeFile(temporaryFile, content, { mode: 0o600 })
        await rename(temporaryFile, join(folder, key))
      } catch (error) {
        // Don't leave a partial file on a full disk.
        await rm(temporaryFile, { force: true })
        throw error
      }
    },
    async read(key) {
      try {
        return await readFile(join(folder, key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (key) => rm(join(folder, key), { force: true }),
  }
}
