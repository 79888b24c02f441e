import { stringify } from 'csv-stringify/sync'
import { type Catalogue, catalogueKinds } from '../contract/index.ts'
import { toCells } from './cells.ts'
import { tables } from './columns.ts'
import { escapeFormula } from './formula-cells.ts'
import type { TextFile } from './read-files.ts'

/**
 * A catalogue as CSV files for `readCatalogueFiles`, one per non-empty kind. They start with a byte order mark, which
 * Excel needs to show Chinese.
 */
export const writeCatalogueFiles = (catalogue: Catalogue): TextFile[] =>
  catalogueKinds.flatMap((kind) => {
    if (catalogue[kind].length === 0) return []
    const { file, columns } = tables[kind]
    const rows = catalogue[kind].map((entry) => toCells(columns, entry).map(escapeFormula))
    return [{ name: `${file}.csv`, text: stringify([columns.map(([path]) => path), ...rows], { bom: true }) }]
  })
