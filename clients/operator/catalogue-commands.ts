import { describeIssue, entryId, tables, toCells, toFields } from '@handsfree/core/catalogue'
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
  operatorPreviewBrand,
} from '@handsfree/core/contract'
import { Argument } from 'commander'
import * as v from 'valibot'
import { readCatalogueFolder, writeCatalogueFolder } from './catalogue-folder.ts'
import { pagesOf } from './every-page.ts'
import { type Change, withOrders, withOrdersOf } from './orders-of-sites.ts'
import { CallError, type Session, UsageError } from './session.ts'
import { openPictureFiles } from './site-pictures.ts'
import type { Tool } from './tool.ts'

const kindNames = catalogueKinds.map((kind) => tables[kind].file)
const kindOf = (name: string): CatalogueKind => catalogueKinds.find((kind) => tables[kind].file === name)!

/** Parses `name.en-US=Suzhou` into a path and a cell. */
function cellOf(kind: CatalogueKind, word: string): [string, string] {
  const [, path = '', cell = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? []
  const known = tables[kind].columns.map(([name]) => name)
  if (known.includes(path)) return [path, cell]
  throw new UsageError(
    `Invalid argument ${word}. Use FIELD=VALUE with one of these fields: ${known.join(', ')}.`,
  )
}

function itemOf(kind: CatalogueKind, cells: ReadonlyMap<string, string>): CatalogueItem {
  const item = v.safeParse(CatalogueItem, { kind, entry: toFields(tables[kind].columns, cells) })
  if (item.success) return item.output
  const wrong = item.issues.map((issue) => describeIssue(issue).replace(/^entry\./, ''))
  throw new UsageError(`${wrong.join('; ')}.`)
}

/** Uploads picture files, relative to the current folder. */
async function withPictures(session: Session, kind: CatalogueKind, cells: ReadonlyMap<string, string>) {
  const names = (cells.get('photos') ?? '')
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (kind !== 'sites' || names.length === 0) return itemOf(kind, cells)
  const pictures = openPictureFiles(session, process.cwd())
  const found = await pictures.checkFiles(names)
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

async function change(session: Session, kind: CatalogueKind, id: string, fields: string[]) {
  const { columns } = tables[kind]
  const entry = (await entriesOf(session, kind)).find((one) => entryId(kind, one) === id)
  if (!entry) throw new UsageError(`Unknown id ${id}. \`catalogue ${tables[kind].file}\` lists valid ids.`)
  const cells = toCells(columns, entry)
  const current = columns.map(([path], index) => [path, cells[index] ?? ''] as const)
  const given = fields.map((word) => cellOf(kind, word))
  const item = await withPictures(session, kind, new Map([...current, ...given]))
  const body = { ...item, fields: given.map(([path]) => path) }
  const changed = await session.call(operatorChangeEntry, { body })
  return changed && withOrdersOf(session, changed, item.kind === 'sites' ? [item.entry] : [])
}

async function close(session: Session, kind: CatalogueKind, id: string) {
  const changed = await session.call(operatorCloseEntry, { body: { kind, id } })
  return changed && withOrdersOf(session, changed, [])
}

const sentenceOf = ({ kind, id, change, fields }: CatalogueChange): string =>
  `${change.padEnd(9)} ${tables[kind].file} ${id}${change === 'changed' ? `: ${fields.join(', ')}` : ''}`

function orderLines({ openOrders = [] }: Change): string[] {
  if (openOrders === null)
    return ['Couldn’t read its open orders. They stay as booked; use `list` to see them.']
  if (openOrders.length === 0) return []
  return [
    'These open orders stay as booked, and nobody is notified. Call the travellers, or use `destination` or `cancel`:',
    ...openOrders.map(({ orderNumber, way, time }) => `  ${orderNumber}  ${way} there, ${time}`),
  ]
}

const sentences = (changes: Change[]): string[] =>
  changes.length === 0
    ? ['No changes.']
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

const changeLines = (change: Change | null): string[] => sentences(change === null ? [] : [change])

const newKind = () => new Argument('<kind>').choices(kindNames)

export function addCatalogueCommands({ program, run }: Tool): void {
  const catalogue = program
    .command('catalogue')
    .description('list, add, change and close catalogue entries')
    .addArgument(newKind())
    .action(
      run(async (session, name: string) => {
        const kind = kindOf(name)
        const { columns } = tables[kind]
        return (await entriesOf(session, kind)).map((entry) => {
          const cells = toCells(columns, entry)
          return Object.fromEntries(columns.map(([path], index) => [path, cells[index]]))
        })
      }),
    )
  catalogue
    .command('add')
    .description('add an entry')
    .addArgument(newKind())
    .argument('[fields...]', 'such as name.en-US=Wuxi')
    .action(
      run(async (session, name: string, fields: string[]) => {
        const kind = kindOf(name)
        const body = await withPictures(session, kind, new Map(fields.map((one) => cellOf(kind, one))))
        return session.call(operatorCreateEntry, { body })
      }, changeLines),
    )
  catalogue
    .command('change')
    .description('change fields of an entry')
    .addArgument(newKind())
    .argument('<id>')
    .argument('[fields...]', 'such as phone="+86 571 0000 0999"')
    .action(
      run(
        (session, name: string, id: string, fields: string[]) => change(session, kindOf(name), id, fields),
        changeLines,
      ),
    )
  catalogue
    .command('close')
    .description('close an entry for new orders; existing ones continue')
    .addArgument(newKind())
    .argument('<id>')
    .action(run((session, name: string, id: string) => close(session, kindOf(name), id), changeLines))
  catalogue
    .command('log')
    .description('list changes, newest first')
    .action(run(async (session) => listLog(session)))
  program
    .command('preview-brand')
    .description('write a link that shows a version of the brand in one browser for an hour')
    .argument('<id>')
    .action(
      run(
        async (session, brandId: string) => {
          const preview = await session.call(operatorPreviewBrand, { body: { brandId } })
          return { url: new URL(preview.path, preview.publicUrl ?? session.url).href, until: preview.until }
        },
        ({ url }: { url: string }) => [url],
      ),
    )
  program
    .command('import')
    .description('import the catalogue from CSV and JSON files and site pictures, all or nothing')
    .argument('<folder>')
    .option('--dry-run', 'check the files and list the changes without writing them')
    .action((folder: string, { dryRun = false }: { dryRun?: boolean }) =>
      run(
        async (session) => {
          const { catalogue: current } = await session.call(operatorGetCatalogue, { query: {} })
          const { catalogue, upload } = await readCatalogueFolder(session, folder, current)
          const changes = dryRun
            ? await session.applyCatalogue({ catalogue, dryRun: true })
            : await session.applyCatalogue({ catalogue: await upload(), dryRun: false })
          return withOrders(session, changes, catalogue.sites)
        },
        (changes: Change[]) =>
          dryRun && changes.length > 0
            ? [...sentences(changes), 'Dry run: nothing was changed.']
            : sentences(changes),
      )(),
    )
  program
    .command('export')
    .description('export the catalogue as CSV files and pictures for `import`')
    .argument('<folder>')
    .action(
      run(
        async (session, folder: string) => {
          const { catalogue } = await session.call(operatorGetCatalogue, { query: {} })
          return writeCatalogueFolder(session, folder, catalogue)
        },
        (files: string[]) => files,
      ),
    )
}
