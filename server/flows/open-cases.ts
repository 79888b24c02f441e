import { and, eq, notExists, sql } from 'drizzle-orm'
import { claims } from '../domain/claims/claims.table.ts'
import { isOpenClaim } from '../domain/claims/find-claims.ts'
import { orders } from '../domain/orders/orders.table.ts'
import { disputes, payments } from '../domain/payments/payments.table.ts'
import type { Database } from '../runtime/db/database.ts'

export const hasNoOpenCase = (db: Database) =>
  and(
    notExists(
      db
        .select({ one: sql`1` })
        .from(claims)
        .where(and(eq(claims.orderId, orders.orderId), isOpenClaim)),
    ),
    notExists(
      db
        .select({ one: sql`1` })
        .from(disputes)
        .innerJoin(payments, eq(payments.paymentId, disputes.paymentId))
        .where(and(eq(payments.orderId, orders.orderId), eq(disputes.state, 'open'))),
    ),
  )
