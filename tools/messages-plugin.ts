import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createIntl } from 'react-intl'
import type { Plugin } from 'vite'

/** Domains whose messages home and the frame around every page need. */
const firstDomains = ['account', 'common', 'home', 'language', 'promise']
/** What home says once an order is there, whose code and words come later. */
const laterKeys = ['home.again', 'home.live', 'home.otherOrders', 'home.refreshFailed']
/** Domains that no page shows: they belong to the terminal, the printed sheet and mails. */
const otherDomains = ['qrSheet', 'receiptMail', 'staffNotification', 'terminal']

/** The part in which a message comes; null where no page shows it. */
export function partOf(key: string): 'first' | 'rest' | null {
  const [domain = ''] = key.split('.')
  if (otherDomains.includes(domain)) return null
  return firstDomains.includes(domain) && !laterKeys.includes(key) ? 'first' : 'rest'
}

const mark = '\0messages:'
const { formatters } = createIntl({ locale: 'en-US' })

/** A module whose default export holds the messages of a part, as syntax trees by key. */
async function moduleOf(file: string, part: string): Promise<string> {
  const texts: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
  const messages = Object.entries(texts)
    .filter(([key]) => partOf(key) === part)
    .map(([key, text]) => [key, formatters.getMessageFormat(text, 'en-US').getAst()])
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(messages)))})`
}

/**
 * Compiles the messages while building, so that no visitor loads the ICU parser: what a page gets are syntax trees, which
 * react-intl takes as well as texts. They come in two parts: core's loader gets those of home and the frame,
 * `virtual:rest-messages/<locale>` holds all others.
 */
export function messages(): Plugin {
  let folder = ''
  return {
    name: 'messages',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
      },
    }),
    configResolved: ({ root }) => {
      folder = join(root, 'core/i18n/messages')
    },
    resolveId: {
      filter: { id: /^virtual:rest-messages\/|\/messages\/[\w-]+\.json$/ },
      handler: (id) =>
        `${mark}${id.startsWith('virtual:') ? 'rest' : 'first'}/${id.replace(/^.*\/|\.json$/g, '')}.js`,
    },
    load: {
      filter: { id: new RegExp(`^${mark}`) },
      async handler(id) {
        const [part = '', name = ''] = id.slice(mark.length).split('/')
        const file = join(folder, name.replace(/js$/, 'json'))
        this.addWatchFile(file)
        return moduleOf(file, part)
      },
    },
    // Node wants `with { type: 'json' }` at the import, with which a browser refuses the JavaScript that it gets.
    transform: {
      filter: { code: /with: \{ type: 'json' \}/ },
      handler: (code) => ({ code: code.replaceAll(", { with: { type: 'json' } }", ''), map: null }),
    },
  }
}
