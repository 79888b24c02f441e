import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder with those above it, if it is not there. Not by `recursive` of `mkdir`, which on Node 20 never ends
 * where the kernel makes no folders, such as in /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  const isThere = async (path: string) => (await stat(path).catch(() => null)) !== null
  const above = dirname(folder)
  if (!(await isThere(folder)) && !(await isThere(above))) await makeFolder(above)
  await mkdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error
  })
}
