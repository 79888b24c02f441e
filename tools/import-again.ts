import type { Plugin } from 'vite'

const dynamicImport = /\bimport\((`\.\/[\w.-]+\.js`|"\.\/[\w.-]+\.js"|'\.\/[\w.-]+\.js')\)/g

/** Keeps what came, so that a file is run once, whatever address it came from. */
const importChunk =
  'globalThis.importChunk=(a,k=importChunk.k??={})=>k[a]??=import(a).catch(()=>import(a+"?"+Date.now())).catch(e=>{delete k[a];throw e});'

/**
 * Lets a part of the app load after it did not: Chromium up to 153 keeps a failed `import()` for as long as the page is open
 * (whatwg/html#6768), so that after a second without a network nothing but a reload would help. Asked under another
 * address, at once and at each later try, the file comes. All chunks lie in one folder.
 */
export const importAgain = (): Plugin => ({
  name: 'import-again',
  apply: 'build',
  augmentChunkHash: () => importChunk,
  generateBundle: {
    // Vite looks for imports itself, to preload what they need.
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const code = chunk.code.replace(dynamicImport, 'importChunk($1)')
        chunk.code = chunk.name === 'index' && chunk.isEntry ? importChunk + code : code
      }
    },
  },
})
