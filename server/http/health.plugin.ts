import { sql } from 'drizzle-orm'
import type { DomainPlugin } from './domain.ts'

/** `/health`: 200 while the database answers, 503 otherwise. For load balancers, so it is no envelope. */
export const healthPlugin: DomainPlugin = (app, { db }) => {
  app.get('/health', async (_request, reply) => {
    const isUp = await db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    return reply
      .status(isUp ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isUp ? 'ok' : 'unavailable' })
  })
}
