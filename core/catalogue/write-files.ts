import { stringify } from 'csv-stringify/sync'
import { type Catalogue, catalogueKinds } from '../contract/index.ts'
import { toCells } from './cells.ts'
import { tables } from './columns.ts'
import { escapeFormula } from './formula-cells.ts'
import type { TextFile } from './read-files.ts'

/** A brand with its pictures in files of their own. */
function splitBrand(brand: Catalogue['brands'][number]): { entry: object; files: TextFile[] } {
  const { brandId, logo, icon } = brand
  const files: TextFile[] = []
  const fileOf = (part: string, text: string | null): string | null => {
    if (text === null) return null
    const name = `${brandId}-${part}.svg`
    files.push({ name, text })
    return name
  }
  const logoFiles = logo && { light: fileOf('logo', logo.light), dark: fileOf('logo-dark', logo.dark) }
  return { entry: { ...brand, logo: logoFiles, icon: fileOf('icon', icon) }, files }
}

/**
 * A catalogue as CSV files for `readCatalogueFiles`, one per non-empty kind, and its brands' pictures. Tables start with
 * a byte order mark, which Excel needs to show Chinese.
 */
export const writeCatalogueFiles = (catalogue: Catalogue): TextFile[] =>
  catalogueKinds.flatMap((kind) => {
    if (catalogue[kind].length === 0) return []
    const { file, columns } = tables[kind]
    const brands = kind === 'brands' ? catalogue.brands.map(splitBrand) : []
    const entries = kind === 'brands' ? brands.map(({ entry }) => entry) : catalogue[kind]
    const rows = entries.map((entry) => toCells(columns, entry).map(escapeFormula))
    const text = stringify([columns.map(([path]) => path), ...rows], { bom: true })
    return [{ name: `${file}.csv`, text }, ...brands.flatMap(({ files }) => files)]
  })
