import type { InsurancePlan, Locale } from '@handsfree/core/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { insurancePlans } from './regions.table.ts'

export async function findInsurancePlan(
  tx: Database,
  regionId: string,
  locale: Locale,
): Promise<InsurancePlan | null> {
  const [plan] = await tx
    .select()
    .from(insurancePlans)
    .where(and(eq(insurancePlans.regionId, regionId), isNull(insurancePlans.closedTime)))
  return plan ? toInsurancePlan(plan, locale) : null
}

export function toInsurancePlan(plan: typeof insurancePlans.$inferSelect, locale: Locale): InsurancePlan {
  const money = (amount: number) => ({ amount, currency: plan.currency })
  return {
    planId: plan.planId,
    name: plan.name[locale],
    tiers: plan.tiers.map((tier) => ({
      coverPerPiece: money(tier.coverPerPiece),
      premiumPerPiece: money(tier.premiumPerPiece),
    })),
  }
}
