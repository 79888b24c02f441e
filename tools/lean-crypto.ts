import type { Plugin } from 'vite'

const stub = '\0no-passphrase'

/**
 * Leaves out of crypto-js what makes a key of a passphrase (MD5, SHA-1, HMAC, EvpKDF): the app is given whole keys. With
 * a passphrase instead of a key it would throw at once.
 */
export const leanCrypto = (): Plugin => ({
  name: 'lean-crypto',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    /^\.\/(?:md5|evpkdf)$/.test(source) && /[\\/]node_modules[\\/]crypto-js[\\/]/.test(importer ?? '')
      ? stub
      : null,
  load: (id) => (id === stub ? 'module.exports = {}' : null),
})
