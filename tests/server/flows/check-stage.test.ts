import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { qrCodes, sites } from '../../../server/domain/sites/sites.table.ts'
import { users } from '../../../server/domain/users/users.table.ts'
import { checkStage } from '../../../server/flows/check-stage.ts'
import { stageMarks } from '../../../server/runtime/db/stage-marks.table.ts'
import { useServer } from '../use-server.ts'

const server = useServer()

const stages = {
  demo: { demo: true, rehearsal: null },
  rehearsal: { demo: false, rehearsal: { smsNumbers: [] } },
  production: { demo: false, rehearsal: null },
}

/** Null if the stage may start. */
const refusalOf = async (stage: keyof typeof stages): Promise<string | null> => {
  const { db, now, settings } = server.services
  return checkStage(db, { now, settings: { ...settings, ...stages[stage] } }).then(
    () => null,
    ({ message }: Error) => message,
  )
}
const marks = () => server.services.db.select().from(stageMarks)

test('refuses a database of another stage, and marks the one of a rehearsal', async () => {
  const { db } = server.services
  expect([await refusalOf('demo'), await refusalOf('rehearsal'), await refusalOf('production')]).toEqual([
    null,
    'A rehearsal can’t use the demo’s database. Empty it, or set DATABASE_URL to another database.',
    'Production can’t use the demo’s database. Set DATABASE_URL to another database.',
  ])

  await db.delete(qrCodes).where(eq(qrCodes.qrId, 'demo-hotel-desk'))
  expect([await refusalOf('demo'), await refusalOf('rehearsal'), await refusalOf('production')]).toEqual([
    'The demo can’t use a production database. Set NODE_ENV=production, or set DATABASE_URL to another database.',
    'A rehearsal can’t use a production database. Remove HANDSFREE_STAGE, or set DATABASE_URL to another database.',
    null,
  ])
  expect(await marks()).toEqual([])

  await db.execute(sql`truncate ${sites}, ${users} cascade`)
  expect([await refusalOf('production'), await marks(), await refusalOf('rehearsal')]).toEqual([
    null,
    [],
    null,
  ])
  await server.signIn()
  expect([await refusalOf('demo'), await refusalOf('rehearsal'), await refusalOf('production')]).toEqual([
    'The demo can’t use a database that was rehearsed on. Set NODE_ENV=production, or set DATABASE_URL to another database.',
    null,
    'Production can’t use a database that was rehearsed on. Empty it, or set DATABASE_URL to another database.',
  ])
  expect(await marks()).toHaveLength(1)
})
