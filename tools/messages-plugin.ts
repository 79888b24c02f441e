import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createIntl } from 'react-intl'
import type { Plugin } from 'vite'

/** Domains that the home page and the page frame need. */
const firstDomains = ['account', 'common', 'home', 'language', 'promise']
/** Home messages that only show with an order. The code for orders loads later. */
const restKeys = ['home.again', 'home.live', 'home.otherOrders', 'home.refreshFailed']
/** Domains without a page: kiosk, terminal, mails. */
const otherDomains = ['kiosk', 'receiptMail', 'terminal']

/** The part that contains a message; null if no page uses it. `crew`: the employees' app. */
export function partOf(key: string): 'first' | 'rest' | 'crew' | null {
  const [domain = ''] = key.split('.')
  if (domain.startsWith('crew') || domain === 'qrSheet' || domain === 'staffNotification') return 'crew'
  if (otherDomains.includes(domain)) return null
  return firstDomains.includes(domain) && !restKeys.includes(key) ? 'first' : 'rest'
}

const mark = '\0messages:'
const { formatters } = createIntl({ locale: 'en-US' })

/** Exports the messages of a part, or all but the employees', compiled to syntax trees. */
async function moduleOf(file: string, part: string): Promise<string> {
  const texts: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
  const messages = Object.entries(texts)
    .filter(([key]) => (part === 'all' ? partOf(key) !== 'crew' : partOf(key) === part))
    .map(([key, text]) => [key, formatters.getMessageFormat(text, 'en-US').getAst()])
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(messages)))})`
}

/**
 * Compiles messages at build time, so that the ICU parser isn't bundled; react-intl accepts syntax trees. Core's
 * loader gets the messages of home and the page frame. `virtual:rest-messages/<locale>` exports the travellers' others,
 * `virtual:crew-messages/<locale>` the employees'. With `loaded` as `all`, core's loader gets the messages of every part
 * for travellers.
 */
export function messages(loaded: 'first' | 'all' = 'first'): Plugin {
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
      filter: { id: /^virtual:(?:rest|crew)-messages\/|\/messages\/[\w-]+\.json$/ },
      handler: (id) =>
        `${mark}${/^virtual:(\w+)-/.exec(id)?.[1] ?? loaded}/${id.replace(/^.*\/|\.json$/g, '')}.js`,
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
    // Node requires this import attribute, but browsers reject JavaScript imported with it.
    transform: {
      filter: { code: /with: \{ type: 'json' \}/ },
      handler: (code) => ({ code: code.replaceAll(", { with: { type: 'json' } }", ''), map: null }),
    },
  }
}
