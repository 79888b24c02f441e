import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** `R`: receipts. `C`: credit notes. */
export type DocumentSeries = 'R' | 'C'

/** The last number of each series and year. A database belongs to one seller. */
export const documentNumbers = pgTable(
  'document_numbers',
  {
    series: text('series').$type<DocumentSeries>().notNull(),
    year: integer('year').notNull(),
    last: integer('last').notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.year] })],
)
