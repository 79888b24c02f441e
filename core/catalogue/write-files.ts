import { stringify } from 'csv-stringify/sync'
import { type Catalogue, catalogueKinds } from '../contract/index.ts'
import { toCells } from './cells.ts'
import { tables } from './columns.ts'
import { escapeFormula } from './formula-cells.ts'
import type { TextFile } from './read-files.ts'

/**
 * A catalogue as CSV files, which `readCatalogueFiles` reads: one of every kind that has entries. They begin with a byte
 * order mark, without which Excel shows no Chinese.
 */
export const writeCatalogueFiles = (catalogue: Catalogue): TextFile[] =>
  catalogueKinds.flatMap((kind) => {
    if (catalogue[kind].length === 0) return []
    const { file, columns } = tables[kind]
    const rows = catalogue[kind].map((entry) => toCells(columns, entry).map(escapeFormula))
    return [{ name: `${file}.csv`, text: stringify([columns.map(([path]) => path), ...rows], { bom: true }) }]
  })
