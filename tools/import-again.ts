import type { Plugin } from 'vite'

const dynamicImport = /\bimport\((`\.\/[\w.-]+\.js`|"\.\/[\w.-]+\.js"|'\.\/[\w.-]+\.js')\)/g

/** Caches modules by URL, so that a file runs once even if it was loaded from its retry URL. */
const importChunk =
  'globalThis.importChunk=(a,k=importChunk.k??={})=>k[a]??=import(a).catch(()=>import(a+"?"+Date.now())).catch(e=>{delete k[a];throw e});'

/**
 * Makes failed chunk loads retryable. Chromium up to 153 caches a failed `import()` for the lifetime of the page
 * (whatwg/html#6768), so even a short network loss would require a reload. Retries use a different query. All chunks
 * must be in one folder.
 */
export const importAgain = (): Plugin => ({
  name: 'import-again',
  apply: 'build',
  augmentChunkHash: () => importChunk,
  generateBundle: {
    // After Vite's own import analysis, which adds preloads.
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const code = chunk.code.replace(dynamicImport, 'importChunk($1)')
        chunk.code = chunk.isEntry && !chunk.name.endsWith('service-worker') ? importChunk + code : code
      }
    },
  },
})
