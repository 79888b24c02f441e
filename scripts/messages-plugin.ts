import { readFile } from 'node:fs/promises'
import { createIntl } from 'react-intl'
import type { Plugin } from 'vite'

const mark = '\0messages:'
const { formatters } = createIntl({ locale: 'en-US' })

/** A message as a syntax tree; plain words stay words, since most messages are nothing else. */
const compile = (message: string) => {
  const tree = formatters.getMessageFormat(message, 'en-US').getAst()
  const [first] = tree
  return tree.length === 1 && first && 'value' in first && first.type === 0 ? first.value : tree
}

/**
 * Compiles the messages while building, so that no visitor loads the ICU parser (7 KB): what core's loader gets
 * are syntax trees, which react-intl takes as well as texts.
 */
export const messages = (): Plugin => ({
  name: 'messages',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
    },
  }),
  resolveId: {
    filter: { id: /\/messages\/[\w-]+\.json$/ },
    async handler(id, importer) {
      const file = await this.resolve(id, importer, { skipSelf: true })
      return file && mark + file.id.replace(/json$/, 'js')
    },
  },
  load: {
    filter: { id: new RegExp(`^${mark}`) },
    async handler(id) {
      const file = id.slice(mark.length).replace(/js$/, 'json')
      this.addWatchFile(file)
      const texts: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
      const compiled = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)]))
      return `const messages = ${JSON.stringify(compiled)}
for (const key in messages) if (typeof messages[key] === 'string') messages[key] = [{ type: 0, value: messages[key] }]
export default messages`
    },
  },
  // Node wants `with { type: 'json' }` at the import, with which a browser refuses the JavaScript that it gets.
  transform: {
    filter: { code: /with: \{ type: 'json' \}/ },
    handler: (code) => ({ code: code.replaceAll(", { with: { type: 'json' } }", ''), map: null }),
  },
})
