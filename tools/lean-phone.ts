import type { Plugin } from 'vite'

const stubs: Record<string, string> = {
  // Extensions such as `ext. 12`, and `tel:` addresses with a context: of an entry core reads the digits and a plus sign alone.
  createExtensionPattern: "export default () => '(?!)'",
  extractExtension: 'export default () => ({})',
  extractFormattedPhoneNumberFromPossibleRfc3966NumberUri:
    'export default (text, { extractFormattedPhoneNumber }) => extractFormattedPhoneNumber(text)',
  RFC3966: 'export const formatRFC3966 = null\nexport const parseRFC3966 = null',
}
const mark = '\0lean-phone:'

/** Leaves out of libphonenumber-js what it is never asked for here. */
export const leanPhone = (): Plugin => ({
  name: 'lean-phone',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!/[\\/]node_modules[\\/]libphonenumber-js[\\/]/.test(importer ?? '')) return null
    const name = /(\w+)\.js$/.exec(source)?.[1] ?? ''
    return name in stubs ? mark + name : null
  },
  load: (id) => (id.startsWith(mark) ? stubs[id.slice(mark.length)] : null),
})
