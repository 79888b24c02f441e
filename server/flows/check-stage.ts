import { sites } from '../domain/sites/sites.table.ts'
import { users } from '../domain/users/users.table.ts'
import type { Database } from '../runtime/db/database.ts'
import { stageMarks } from '../runtime/db/stage-marks.table.ts'
import type { Services } from '../runtime/services.ts'
import { type Stage, stageOf } from '../runtime/settings/settings.ts'
import { StartError } from '../runtime/start-error.ts'
import { hasDemoWorld } from './seed-demo.ts'

async function hasData(db: Database): Promise<boolean> {
  const travellers = await db.select({ uin: users.uin }).from(users).limit(1)
  const places = await db.select({ siteId: sites.siteId }).from(sites).limit(1)
  return travellers.length + places.length > 0
}

/** The stage that the database belongs to; null if it's empty. */
async function findStage(db: Database): Promise<Stage | null> {
  const isUsed = await hasData(db)
  // Read after the data: another instance may have committed the demo world or the mark since.
  if (await hasDemoWorld(db)) return 'demo'
  if ((await db.select().from(stageMarks)).length > 0) return 'rehearsal'
  return isUsed ? 'production' : null
}

const other = 'set DATABASE_URL to another database.'
const refusals: Record<Stage, Partial<Record<Stage, string>>> = {
  demo: {
    rehearsal: `The demo can’t use a database that was rehearsed on. Set NODE_ENV=production, or ${other}`,
    production: `The demo can’t use a production database. Set NODE_ENV=production, or ${other}`,
  },
  rehearsal: {
    demo: `A rehearsal can’t use the demo’s database. Empty it, or ${other}`,
    production: `A rehearsal can’t use a production database. Remove HANDSFREE_STAGE, or ${other}`,
  },
  production: {
    demo: 'Production can’t use the demo’s database. Set DATABASE_URL to another database.',
    rehearsal: `Production can’t use a database that was rehearsed on. Empty it, or ${other}`,
  },
}

/** Throws `StartError` for a database of another stage. Marks the database of a rehearsal. */
export async function checkStage(
  db: Database,
  { settings, now }: Pick<Services, 'settings' | 'now'>,
): Promise<void> {
  const stage = stageOf(settings)
  const found = await findStage(db)
  const refusal = found && refusals[stage][found]
  if (refusal) throw new StartError(refusal)
  if (stage === 'rehearsal')
    await db.insert(stageMarks).values({ stage, createTime: now() }).onConflictDoNothing()
}
