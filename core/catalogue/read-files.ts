import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import * as v from 'valibot'
import { Catalogue, type CatalogueEntry, type CatalogueKind, catalogueKinds } from '../contract/index.ts'
import { tables } from './columns.ts'
import { encodingMistake } from './encoding.ts'
import { emptyCatalogue, entryId } from './entries.ts'
import { type ParsedEntry, type ParsedFile, readCsv } from './read-csv.ts'

export type TextFile = { name: string; text: string }

/** A mistake in a file. Lines count from 1. */
export type Mistake = { file: string; line: number; message: string }

export type ReadCatalogue = {
  catalogue: Catalogue
  mistakes: Mistake[]
  locationOf(kind: CatalogueKind, id: string): { file: string; line: number } | null
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

type JsonRead = ParsedFile & { nodes: Map<ParsedEntry, Node> }

/** Stack overflow in the recursive parser. */
const isTooDeep = (error: unknown): boolean => error instanceof RangeError

function readJson(text: string): JsonRead {
  try {
    return readTree(text)
  } catch (error) {
    if (!isTooDeep(error)) throw error
    return { nodes: new Map(), entries: [], mistakes: [{ line: 1, message: 'is nested too deeply' }] }
  }
}

function readTree(text: string): JsonRead {
  const errors: ParseError[] = []
  const tree = parseTree(text.replace(/^\ufeff/, ' '), errors, { disallowComments: true })
  const [error] = errors
  const nodes = new Map<ParsedEntry, Node>()
  if (error) {
    const message = `isn’t valid JSON: ${printParseErrorCode(error.error)}`
    return { nodes, entries: [], mistakes: [{ line: lineOf(text, error.offset), message }] }
  }
  if (tree?.type !== 'array') return { nodes, entries: [], mistakes: [{ line: 1, message: 'isn’t a list' }] }
  for (const node of tree.children ?? []) {
    nodes.set({ fields: getNodeValue(node), line: lineOf(text, node.offset) }, node)
  }
  return { nodes, entries: [...nodes.keys()], mistakes: [] }
}

const schemaOf = (kind: CatalogueKind) => Catalogue.entries[kind].wrapped.pipe[0].item as v.GenericSchema

/** A valibot issue, worded for someone who fills in a table. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? ''
  if (issue.expected === 'never') return `unknown field ${field}`
  if (issue.input === undefined || issue.input === '') return `${field} is missing`
  const valueText = typeof issue.input === 'object' ? '' : ` (${String(issue.input).slice(0, 60)})`
  const isDecimal = /^-?\d+\.\d+$/.test(String(issue.input))
  if (isDecimal && (issue.expected === 'number' || issue.type === 'integer'))
    return `${field}${valueText}: must be a whole number; amounts are in minor units, 4900 for 49.00`
  if (issue.kind === 'schema' && issue.expected === 'number')
    return `${field}${valueText}: must be a number such as 4900 or 31.5`
  return `${field}${valueText}: ${issue.message}`
}

const idOf = (kind: CatalogueKind, fields: unknown): string =>
  typeof fields === 'object' && fields ? entryId(kind, fields) : ''

/** Table name and extension, in lower case: `Sites.CSV`. */
const splitFileName = (name: string): [table: string, ending: string] => {
  const [, table = '', ending = ''] = /^(.*)\.(\w+)$/.exec(name.toLowerCase()) ?? []
  return [table, ending]
}

/** URL of a picture file, or what is wrong with it. */
export type ResolvePicture = (name: string) => { url: string } | { mistake: string }

/** Replaces file names in a site's `photos` by URLs. */
function withPictures(
  fields: unknown,
  resolvePicture: ResolvePicture,
): { fields: unknown; mistakes: string[] } {
  const photos = (fields as { photos?: unknown } | null)?.photos
  if (!Array.isArray(photos)) return { fields, mistakes: [] }
  const mistakes: string[] = []
  const urls = photos.flatMap((name) => {
    if (typeof name !== 'string' || name === '' || name.startsWith('/')) return [name]
    const found = resolvePicture(name)
    if ('url' in found) return [found.url]
    mistakes.push(found.mistake)
    return []
  })
  return { fields: { ...(fields as object), photos: urls }, mistakes }
}

const isSvgName = (value: unknown): value is string => typeof value === 'string' && /\.svg$/i.test(value)

/** Replaces names of SVG files in a brand's fields by their text. */
function withSvgFiles(given: unknown, files: readonly TextFile[]): { fields: unknown; mistakes: string[] } {
  const mistakes: string[] = []
  const resolve = (value: unknown): unknown => {
    if (!isSvgName(value)) return value
    const file = files.find(({ name }) => name === value)
    if (!file) mistakes.push(`${value} isn’t in this folder`)
    // Absent, so that the missing file is reported once.
    return file?.text ?? null
  }
  if (typeof given !== 'object' || given === null) return { fields: given, mistakes }
  const fields = { ...given } as { icon?: unknown; logo?: unknown }
  const { icon, logo } = fields
  if (isSvgName(icon)) fields.icon = resolve(icon)
  if (typeof logo === 'object' && logo !== null) {
    const pictures = Object.fromEntries(Object.entries(logo).map(([theme, value]) => [theme, resolve(value)]))
    fields.logo = pictures.light === null ? null : pictures
  }
  return { fields, mistakes }
}

/**
 * Reads a catalogue's CSV and JSON files and validates each entry; `checkCatalogue` then checks entries against each
 * other. Fields of brands may name SVG files.
 * Ignores other files, except those named like a table, such as `sites.xlsx`.
 * With `pictureOf`, photos of sites may be file names, which don't start with a slash.
 */
export function readCatalogueFiles(
  files: readonly TextFile[],
  resolvePicture?: ResolvePicture,
): ReadCatalogue {
  const catalogue = emptyCatalogue()
  const mistakes: Mistake[] = []
  const places = new Map<string, { file: string; line: number }>()
  const fileByKind = new Map<CatalogueKind, string>()
  for (const { name, text } of files) {
    const [table, ending] = splitFileName(name)
    const kind = catalogueKinds.find((one) => tables[one].file === table)
    if (ending !== 'csv' && ending !== 'json') {
      if (kind)
        mistakes.push({ file: name, line: 1, message: 'isn’t a CSV or JSON file; save it as CSV UTF-8' })
      continue
    }
    if (name.startsWith('._')) {
      const message = `isn’t a table; macOS adds such files to copies. Delete it and keep ${name.slice(2)}`
      mistakes.push({ file: name, line: 1, message })
      continue
    }
    if (!kind) {
      const tableNames = catalogueKinds.map((one) => tables[one].file).join(', ')
      mistakes.push({ file: name, line: 1, message: `unknown table; tables: ${tableNames}` })
      continue
    }
    const other = fileByKind.get(kind)
    if (other) mistakes.push({ file: name, line: 1, message: `also exists as ${other}; keep one of them` })
    fileByKind.set(kind, name)
    const json = ending === 'json' ? readJson(text) : null
    const { entries, mistakes: fileMistakes } = json ?? readCsv(kind, text)
    const encoding = encodingMistake(text)
    if (encoding) {
      // Still register its ids, so that references to them aren't reported too.
      for (const { fields, line } of entries)
        places.set(`${kind} ${idOf(kind, fields)}`, { file: name, line })
      mistakes.push({ file: name, ...encoding })
      continue
    }
    for (const mistake of fileMistakes) mistakes.push({ file: name, ...mistake })
    for (const one of entries) {
      const id = idOf(kind, one.fields)
      const before = places.get(`${kind} ${id}`)
      if (before && id !== '') {
        const message = `${id} is already on line ${before.line} of ${before.file}`
        mistakes.push({ file: name, line: one.line, message })
      } else places.set(`${kind} ${id}`, { file: name, line: one.line })
      const { fields, mistakes: pictureMistakes } =
        kind === 'sites' && resolvePicture
          ? withPictures(one.fields, resolvePicture)
          : kind === 'brands'
            ? withSvgFiles(one.fields, files)
            : { fields: one.fields, mistakes: [] }
      const column = kind === 'sites' ? 'photos' : 'pictures'
      mistakes.push(
        ...pictureMistakes.map((message) => ({
          file: name,
          line: one.line,
          message: `${column}: ${message}`,
        })),
      )
      const parsed = v.safeParse(schemaOf(kind), fields)
      if (parsed.success) (catalogue[kind] as CatalogueEntry[]).push(parsed.output as CatalogueEntry)
      else {
        for (const issue of parsed.issues) {
          const node = json?.nodes.get(one)
          const path = (issue.path ?? []).map(({ key }) => key as string | number)
          const at = node && findNodeAtLocation(node, path)
          mistakes.push({
            file: name,
            line: at ? lineOf(text, at.offset) : one.line,
            message: describeIssue(issue),
          })
        }
      }
    }
  }
  return { catalogue, mistakes, locationOf: (kind, id) => places.get(`${kind} ${id}`) ?? null }
}
