import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const compressible = /\.(js|css|html|svg|json|webmanifest)$/
/** Minimum size in bytes; below it compression saves too little. */
const minBytes = 256

/**
 * Writes `x.br` and `x.gz` next to each text file, so that the server doesn't compress at run time. Handles only this
 * build's files, because other builds may still be writing to the same folder.
 */
export function precompress(): Plugin {
  let publicFolder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ publicDir }) => {
      publicFolder = publicDir
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const publicFiles = publicFolder ? await readdir(publicFolder, { recursive: true }) : []
        const files = [...Object.keys(bundle), ...publicFiles]
        await Promise.all(
          files
            .filter((file) => compressible.test(file) && !file.startsWith('.'))
            .map(async (file) => {
              const path = join(dir, file)
              const content = await readFile(path)
              if (content.length < minBytes) return
              const params = {
                [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
                [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
              }
              await Promise.all([
                writeFile(`${path}.br`, await brotli(content, { params })),
                writeFile(`${path}.gz`, await gzipAsync(content, { level: 9 })),
              ])
            }),
        )
      },
    },
  }
}
