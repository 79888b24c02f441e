import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalogueFiles } from '@handsfree/core/catalogue'
import { packageFolder } from '../package-folder.ts'

const folder = join(packageFolder(), 'demo/catalogue')

/**
 * The demo's catalogue, a folder like that of any company. Airports, stations and the port are real places, hotels are
 * invented, couriers are nobody, and telephone numbers reach nobody. Hangzhou and Shanghai are 180 km apart: four hours
 * from door to door. Nothing crosses the border to Hong Kong.
 */
export const { catalogue: demoCatalogue, mistakes: demoMistakes } = readCatalogueFiles(
  readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
)
