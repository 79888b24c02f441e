import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Work } from '../../runtime/db/work.ts'
import { newRowId, type Random } from '../../runtime/random.ts'
import { orderTrace } from './orders.table.ts'
import type { TraceFacts } from './types.ts'

export async function addTrace(
  { tx }: Pick<Work, 'tx'>,
  random: Random,
  { orderId, time }: { orderId: string; time: Date },
  trace: TraceFacts,
): Promise<void> {
  await tx.insert(orderTrace).values({ traceId: newRowId(random, time), orderId, ...trace, time })
}

export const findTrace = (tx: Database, orderId: string) =>
  tx.select().from(orderTrace).where(eq(orderTrace.orderId, orderId)).orderBy(asc(orderTrace.position))
