import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalogueFiles } from '@handsfree/core/catalogue'
import { packageFolder } from '../package-folder.ts'

const folder = join(packageFolder(), 'demo/catalogue')

/**
 * The demo's catalogue. Airports, stations and the port are real; hotels, couriers and phone numbers are invented.
 * Hangzhou and Shanghai are 180 km apart, four hours door to door. There's no delivery across the Hong Kong border.
 */
export const { catalogue: demoCatalogue, mistakes: demoMistakes } = readCatalogueFiles(
  readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
)
