import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { configuration } from './catalogue.table.ts'

export async function contactPhone(db: Database, { hotline }: Pick<Settings, 'hotline'>): Promise<string> {
  const [set] = await db
    .select()
    .from(configuration)
    .where(and(eq(configuration.key, 'contactPhone'), isNull(configuration.closedTime)))
  return set?.value ?? hotline
}
