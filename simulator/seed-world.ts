import { sql } from 'drizzle-orm'
import { seedDemoWorld } from '../server/flows/seed-demo.ts'
import type { Database } from '../server/runtime/db/database.ts'
import { chanceOf } from './chance.ts'
import { randomOf } from './seeded-random.ts'

/** Demo data, with return fees at some sites. */
export async function seedWorld(db: Database): Promise<void> {
  await seedDemoWorld(db, randomOf(chanceOf('the demo world')))
  await db.execute(sql`
    update price_rules set rule = rule || '{"returnFee": 3000}' where price_rule_id like 'cny-49%'`)
}
