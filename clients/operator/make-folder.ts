import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents. Node 20's recursive `mkdir` never returns where the kernel refuses folders, such
 * as in /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  const isThere = async (path: string) => (await stat(path).catch(() => null)) !== null
  const above = dirname(folder)
  if (!(await isThere(folder)) && !(await isThere(above))) await makeFolder(above)
  await mkdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error
  })
}
