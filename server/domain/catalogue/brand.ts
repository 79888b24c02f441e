import { currentBrand } from '@handsfree/core/catalogue'
import type { Catalogue, Locale } from '@handsfree/core/contract'
import { brandOf, createFormatter, type Formatter, loadMessages, withBrand } from '@handsfree/core/i18n'
import type { Database } from '../../runtime/db/database.ts'
import type { BrandSource } from '../../runtime/http/page-brand.ts'
import type { Services } from '../../runtime/services.ts'
import { readBrands } from './read-catalogue.ts'

/** The version that is shown now; undefined for the product's. */
export const findBrand = async (
  db: Database,
  { now }: Pick<Services, 'now'>,
): Promise<Catalogue['brands'][number] | undefined> => currentBrand(await readBrands(db), now().getTime())

const messagesWithBrand = async (db: Database, services: Pick<Services, 'now'>, locale: Locale) =>
  withBrand(await loadMessages(locale), (await findBrand(db, services))?.name[locale])

/** The company's name in messages, on payment pages and for passkeys. */
export const brandName = async (
  db: Database,
  services: Pick<Services, 'now'>,
  locale: Locale,
): Promise<string> => brandOf(await messagesWithBrand(db, services, locale))

/** Formats messages in the company's name. */
export const createBrandFormatter = async (
  db: Database,
  services: Pick<Services, 'now'>,
  locale: Locale,
): Promise<Formatter> => createFormatter(locale, await messagesWithBrand(db, services, locale))

/** Versions for pages. */
export const brandSource = ({ db, now }: Pick<Services, 'db' | 'now'>): BrandSource => ({
  current: () => findBrand(db, { now }),
  find: async (id) => (await readBrands(db)).find(({ brandId }) => brandId === id),
})
