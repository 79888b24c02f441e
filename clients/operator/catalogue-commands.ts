import {
  type CatalogueChange,
  CatalogueItem,
  type CatalogueKind,
  catalogueKinds,
  operatorChangeEntry,
  operatorCloseEntry,
  operatorCreateEntry,
  operatorGetCatalogue,
  operatorListCatalogueLog,
} from '@handsfree/core/api'
import { entryId, mistakeIn, tables, toCells, toFields } from '@handsfree/core/catalogue'
import * as v from 'valibot'
import { readCatalogueFolder, writeCatalogueFolder } from './catalogue-folder.ts'
import { type Command, choice } from './command.ts'
import { pagesOf } from './every-page.ts'
import { type Change, withOrders, withOrdersOf } from './orders-of-sites.ts'
import { qrCommand } from './qr-command.ts'
import { CallError, type Session, UsageError } from './session.ts'
import { openPictureFiles } from './site-pictures.ts'

const kindNames = catalogueKinds.map((kind) => tables[kind].file)

function kindOf(word: string | undefined): CatalogueKind {
  const name = choice(word, kindNames)
  return catalogueKinds.find((kind) => tables[kind].file === name)!
}

/** `name.en-US=Suzhou` as a cell of a kind's table. */
function cellOf(kind: CatalogueKind, word: string): [string, string] {
  const [, path = '', cell = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? []
  const known = tables[kind].columns.map(([name]) => name)
  if (known.includes(path)) return [path, cell]
  throw new UsageError(`${word} is no FIELD=VALUE. Fields: ${known.join(', ')}.`)
}

function itemOf(kind: CatalogueKind, cells: ReadonlyMap<string, string>): CatalogueItem {
  const item = v.safeParse(CatalogueItem, { kind, entry: toFields(tables[kind].columns, cells) })
  if (item.success) return item.output
  const wrong = item.issues.map((issue) => mistakeIn(issue).replace(/^entry\./, ''))
  throw new UsageError(`${wrong.join('; ')}.`)
}

/** An item whose picture files, named from the current folder, are uploaded. */
async function withPictures(session: Session, kind: CatalogueKind, cells: ReadonlyMap<string, string>) {
  const names = (cells.get('photos') ?? '')
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (kind !== 'sites' || names.length === 0) return itemOf(kind, cells)
  const pictures = openPictureFiles(session, process.cwd())
  const found = await pictures.read(names)
  const urls = names.map((name) => {
    const file = found.get(name)
    if (file?.mistake) throw new UsageError(`${file.mistake}.`)
    return file?.url ?? name
  })
  const item = itemOf(kind, new Map([...cells, ['photos', urls.join('|')]]))
  if (item.kind !== 'sites') return item
  const { sites, refused, failed } = await pictures.upload([item.entry])
  if (failed) throw new CallError(failed.failure, undefined, [...refused.values()])
  if (refused.size > 0) throw new UsageError(`${[...refused.values()].join('; ')}.`)
  return { ...item, entry: sites[0]! }
}

async function entriesOf(session: Session, kind: CatalogueKind) {
  return (await session.call(operatorGetCatalogue, { query: { kind } })).catalogue[kind]
}

async function changed(session: Session, kind: CatalogueKind, words: string[]) {
  const [id = '', ...fields] = words
  const { columns } = tables[kind]
  const entry = (await entriesOf(session, kind)).find((one) => entryId(kind, one) === id)
  if (!entry) throw new UsageError(`There is no ${id} in ${tables[kind].file}.`)
  const cells = toCells(columns, entry)
  const current = columns.map(([path], index) => [path, cells[index] ?? ''] as const)
  const given = fields.map((word) => cellOf(kind, word))
  const item = await withPictures(session, kind, new Map([...current, ...given]))
  const body = { ...item, fields: given.map(([path]) => path) }
  const change = await session.call(operatorChangeEntry, { body })
  return change && withOrdersOf(session, change, item.kind === 'sites' ? [item.entry] : [])
}

async function closed(session: Session, kind: CatalogueKind, id: string) {
  const change = await session.call(operatorCloseEntry, { body: { kind, id } })
  return change && withOrdersOf(session, change, [])
}

const sentenceOf = ({ kind, id, change, fields }: CatalogueChange): string =>
  `${change.padEnd(9)} ${tables[kind].file} ${id}${change === 'changed' ? `: ${fields.join(', ')}` : ''}`

function orderLines({ openOrders = [] }: Change): string[] {
  if (openOrders === null)
    return ['Its open orders can’t be read now. They stay as booked: `list` shows them.']
  if (openOrders.length === 0) return []
  return [
    'Open orders there stay as booked, and nobody is notified. Call their travellers, or use `destination` or `cancel`:',
    ...openOrders.map(({ orderNumber, way, time }) => `  ${orderNumber}  ${way} there, ${time}`),
  ]
}

const sentences = (changes: Change[]): string[] =>
  changes.length === 0
    ? ['Nothing differs.']
    : changes.flatMap((change) => [sentenceOf(change), ...orderLines(change)])

async function* listLog(session: Session) {
  for await (const page of pagesOf((query) => session.call(operatorListCatalogueLog, { query }))) {
    yield page.map(({ time, action, actor, kind, id, change, fields }) => ({
      time,
      action,
      actor,
      kind: tables[kind].file,
      id,
      change,
      fields: fields.join(', '),
    }))
  }
}

/** Commands on the company's own data: places, prices, cars, people. */
export const catalogueCommands: Record<string, Command> = {
  catalogue: {
    usage: 'KIND | add KIND FIELD=VALUE… | change KIND ID FIELD=VALUE… | close KIND ID | log',
    summary: `the company’s own data: ${kindNames.join(', ')}. Lists, adds, changes and closes entries; who did so`,
    words: [1, 40],
    run: async ({ session, words: [verb, word, ...rest] }) => {
      switch (verb) {
        case 'log':
          return listLog(session)
        case 'add': {
          const kind = kindOf(word)
          const body = await withPictures(session, kind, new Map(rest.map((one) => cellOf(kind, one))))
          return session.call(operatorCreateEntry, { body })
        }
        case 'change':
          return changed(session, kindOf(word), rest)
        case 'close':
          return closed(session, kindOf(word), rest[0] ?? '')
        default: {
          const kind = kindOf(verb)
          const { columns } = tables[kind]
          return (await entriesOf(session, kind)).map((entry) => {
            const cells = toCells(columns, entry)
            return Object.fromEntries(columns.map(([path], index) => [path, cells[index]]))
          })
        }
      }
    },
    lines: (result: Change | object[] | null) => {
      if (result === null) return sentences([])
      return 'change' in result ? sentences([result]) : null
    },
  },
  import: {
    usage: 'FOLDER [--dry-run]',
    summary:
      'reads the company’s own data from CSV and JSON files and pictures of sites, and changes what differs, all of it or nothing',
    words: [1, 1],
    options: ['dry-run'],
    run: async ({ session, words: [folder = ''], options }) => {
      const { catalogue: current } = await session.call(operatorGetCatalogue, { query: {} })
      const { catalogue, upload } = await readCatalogueFolder(session, folder, current)
      const changes = options['dry-run']
        ? await session.applyCatalogue({ catalogue, dryRun: true })
        : await session.applyCatalogue({ catalogue: await upload(), dryRun: false })
      return withOrders(session, changes, catalogue.sites)
    },
    lines: (changes: Change[], _url, options) => {
      const isChanged = changes.length === 0 || !options['dry-run']
      return isChanged
        ? sentences(changes)
        : [...sentences(changes), 'Nothing is changed: this was a dry run.']
    },
  },
  export: {
    usage: 'FOLDER',
    summary: 'writes the company’s own data as CSV files and pictures, which import reads',
    words: [1, 1],
    run: async ({ session, words: [folder = ''] }) => {
      const { catalogue } = await session.call(operatorGetCatalogue, { query: {} })
      return writeCatalogueFolder(session, folder, catalogue)
    },
    lines: (files: string[]) => files,
  },
  qr: qrCommand,
}
