import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createIntl } from 'react-intl'
import type { Plugin } from 'vite'

/** Domains whose messages home and the frame around every page need. */
const firstDomains = ['account', 'common', 'home', 'language', 'promise']
/** Domains of pages beside the way from the QR code to the order's page. */
const restDomains = [
  ...[
    'about',
    'accountSheet',
    'calendar',
    'claim',
    'claims',
    'clock',
    'dialCode',
    'faq',
    'feedback',
    'file',
    'handover',
    'info',
  ],
  ...[
    'insurance',
    'leftDraft',
    'luggageNotice',
    'myAccount',
    'notFound',
    'notification',
    'orderChange',
    'orderReturn',
    'orders',
  ],
  ...[
    'receipt',
    'receiverLink',
    'record',
    'resource',
    'scan',
    'service',
    'services',
    'signedOut',
    'siteDetail',
    'start',
    'trip',
  ],
]
/** What the pages on that way say of the others. */
const tripKeys = [
  ...[
    'claim.enlarge',
    'claim.open',
    'claim.yourTurn',
    'claim.title',
    'orderChange.start.destination',
    'orderChange.start.order',
    'orderReturn.choose',
    'orderReturn.see',
  ],
  ...[
    'calendar.add',
    'calendar.failed',
    'receipt.download',
    'receipt.failed',
    'receiverLink.open',
    'record.open',
    'scan.byName',
    'siteDetail.allDay',
    'siteDetail.closedOn',
    'siteDetail.hours',
    'siteDetail.weekday',
  ],
]
/** Domains of pages that inform, all in one part: the others have these words in theirs, too. */
const infoDomains = ['faq', 'info', 'luggageNotice', 'notFound', 'policy', 'rule', 'terms', 'time']
/** What home says once an order is there, whose code and words come later. */
const laterKeys = ['home.again', 'home.live', 'home.otherOrders', 'home.refreshFailed']
/** Domains that no page shows: they belong to the terminal, the printed sheet and mails. */
const otherDomains = ['qrSheet', 'receiptMail', 'staffNotification', 'terminal']

/** The part in which a page's messages come, of three that share none. */
function partOf(key: string): 'first' | 'trip' | 'rest' | null {
  const [domain = ''] = key.split('.')
  if (otherDomains.includes(domain)) return null
  if (laterKeys.includes(key)) return 'trip'
  if (firstDomains.includes(domain)) return 'first'
  return restDomains.includes(domain) && !tripKeys.includes(key) ? 'rest' : 'trip'
}

/** Whether a message comes with a part. */
export const isIn = (part: string, key: string): boolean =>
  part === 'info' ? infoDomains.includes(key.split('.')[0] ?? '') : partOf(key) === part

const laterModule = /^virtual:(trip|rest|info)-messages\//
const mark = '\0messages:'
const { formatters } = createIntl({ locale: 'en-US' })

/** A message as a syntax tree; one of words and plain arguments stays a text, since most messages are nothing else. */
const compile = (message: string) => {
  const tree = formatters.getMessageFormat(message, 'en-US').getAst()
  const texts = tree.map((part) =>
    part.type === 1 ? `{${part.value}}` : part.type === 0 && !part.value.includes('{') ? part.value : null,
  )
  return texts.includes(null) ? tree : texts.join('')
}

/**
 * A module whose default export holds the messages that `belongs` picks. Keys and messages are lists of their own, and a
 * domain is named once: as one object they are a tenth longer when compressed.
 */
async function moduleOf(file: string, belongs: (key: string) => boolean): Promise<string> {
  const texts: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
  const domains: Record<string, string[]> = {}
  for (const key of Object.keys(texts).filter(belongs)) {
    const [domain = ''] = key.split('.')
    domains[domain] ??= []
    domains[domain].push(key.slice(domain.length + 1))
  }
  const keys = Object.entries(domains).map(([domain, names]) => [domain, ...names].join(' '))
  const compiled = Object.entries(domains).flatMap(([domain, names]) =>
    names.map((name) => compile(texts[`${domain}.${name}`] ?? '')),
  )
  return `const messages = {}, texts = ${JSON.stringify(compiled)}
let index = 0
for (const line of ${JSON.stringify(keys.join('/'))}.split('/')) {
  const [domain, ...names] = line.split(' ')
  for (const name of names) {
    const text = texts[index++]
    messages[domain + '.' + name] = typeof text === 'string'
      ? text.split(/{(.*?)}/).map((value, index) => ({ type: index % 2, value })).filter(({ value }) => value)
      : text
  }
}
export default messages`
}

/**
 * Compiles the messages while building, so that no visitor loads the ICU parser (7 KB): what a page gets are syntax
 * trees, which react-intl takes as well as texts. They come in three parts: core's loader gets those of home and the
 * frame, `virtual:trip-messages/<locale>` holds those from the QR code to the order's page, `virtual:rest-messages/<locale>`
 * all others; `virtual:info-messages/<locale>` repeats those of pages that inform, which load nothing else.
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
      folder = join(root, 'core/language/messages')
    },
    resolveId: {
      filter: { id: /^virtual:(?:trip|rest|info)-messages\/|\/messages\/[\w-]+\.json$/ },
      handler: (id) =>
        `${mark}${laterModule.exec(id)?.[1] ?? 'first'}/${id.replace(/^.*\/|\.json$/g, '')}.js`,
    },
    load: {
      filter: { id: new RegExp(`^${mark}`) },
      async handler(id) {
        const [part, name = ''] = id.slice(mark.length).split('/')
        const file = join(folder, name.replace(/js$/, 'json'))
        this.addWatchFile(file)
        return moduleOf(file, (key) => isIn(part ?? '', key))
      },
    },
    // Node wants `with { type: 'json' }` at the import, with which a browser refuses the JavaScript that it gets.
    transform: {
      filter: { code: /with: \{ type: 'json' \}/ },
      handler: (code) => ({ code: code.replaceAll(", { with: { type: 'json' } }", ''), map: null }),
    },
  }
}
