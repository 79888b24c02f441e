import type { Catalogue, CatalogueChange, Locale, QrSite } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { toInsurancePlan } from '../regions/insurance.ts'
import { insurancePlans } from '../regions/regions.table.ts'
import { areasColumn, toServiceAreas } from '../sites/service-areas.ts'
import { pastPrices, sites } from '../sites/sites.table.ts'

/** Quotes older than this have expired. */
const quotedSince = (now: Date) => new Date(now.getTime() - policy.quoteMinutes * 60_000)

function repricedSites(before: Catalogue, changes: readonly CatalogueChange[]): string[] {
  const ids = (kind: CatalogueChange['kind'], change?: CatalogueChange['change']) =>
    new Set(changes.filter((one) => one.kind === kind && one.change !== change).map(({ id }) => id))
  const [rules, plans, areas, changedSites] = [
    ids('priceRules'),
    ids('insurancePlans'),
    ids('serviceAreas'),
    ids('sites', 'created'),
  ]
  const regions = new Set(
    before.insurancePlans.filter(({ planId }) => plans.has(planId)).map(({ regionId }) => regionId),
  )
  const served = new Set([...areas].map((id) => id.split('/')[0]))
  return before.sites
    .filter(
      ({ siteId, regionId, priceRuleId }) =>
        changedSites.has(siteId) || served.has(siteId) || rules.has(priceRuleId) || regions.has(regionId),
    )
    .map(({ siteId }) => siteId)
}

/** Stores current prices before they change, for as long as a quote can be valid. */
export async function savePastPrices(
  tx: Transaction,
  before: Catalogue,
  changes: readonly CatalogueChange[],
  now: Date,
): Promise<void> {
  const ids = repricedSites(before, changes)
  if (ids.length === 0) return
  await tx.delete(pastPrices).where(lt(pastPrices.replacedTime, quotedSince(now)))
  const rows = await tx
    .select({ siteId: sites.siteId, priceRule: sites.priceRule, plan: insurancePlans, areas: areasColumn })
    .from(sites)
    .innerJoin(insurancePlans, eq(insurancePlans.regionId, sites.regionId))
    .where(inArray(sites.siteId, ids))
  if (rows.length > 0) await tx.insert(pastPrices).values(rows.map((row) => ({ ...row, replacedTime: now })))
}

/** Returns the place with each price that an open quote may be based on, latest first. */
export async function findPastPlaces(
  tx: Database,
  place: QrSite,
  now: Date,
  locale: Locale,
): Promise<QrSite[]> {
  const { siteId, timeZone } = place.site
  const rows = await tx
    .select()
    .from(pastPrices)
    .where(and(eq(pastPrices.siteId, siteId), gt(pastPrices.replacedTime, quotedSince(now))))
    .orderBy(desc(pastPrices.replacedTime))
  const name = { 'en-US': place.region.name, 'zh-CN': place.region.name }
  const region = { regionId: place.region.regionId, name }
  return rows.map(({ priceRule, plan, areas }) => ({
    ...place,
    priceRule,
    insurancePlan: toInsurancePlan(plan, locale),
    serviceAreas: toServiceAreas({ site: { regionId: region.regionId, timeZone }, region, areas }, locale),
  }))
}
