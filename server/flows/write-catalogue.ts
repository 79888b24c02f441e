import { type Catalogue, locationTypes } from '@handsfree/core/contract'
import { and, eq, inArray } from 'drizzle-orm'
import { announcements, brands, configuration, vehicles } from '../domain/catalogue/catalogue.table.ts'
import { insurancePlans, regions } from '../domain/regions/regions.table.ts'
import { loadSearchTexts } from '../domain/sites/search-text.ts'
import { priceRules, qrCodes, serviceAreas, sites } from '../domain/sites/sites.table.ts'
import { employees } from '../domain/users/employees.table.ts'
import { endEmployeeAccess } from '../domain/users/employees.ts'
import { socketsRead } from '../runtime/clock.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { upsert } from './upsert.ts'

type Rule = Catalogue['priceRules'][number]

const toRule = ({ priceRuleId: _, closed: _closed, ...rule }: Rule) => rule

async function copyRules(tx: Transaction, changed: readonly Rule[]): Promise<void> {
  for (const rule of changed) {
    await tx
      .update(sites)
      .set({ priceRule: toRule(rule) })
      .where(eq(sites.priceRuleId, rule.priceRuleId))
  }
}

async function copyPlates(
  tx: Transaction,
  before: Catalogue,
  after: readonly Catalogue['vehicles'][number][],
) {
  const changed = new Set(after.map(({ vehicleId }) => vehicleId))
  for (const { vehicleId, courierId, plate } of before.vehicles) {
    if (!courierId || !changed.has(vehicleId)) continue
    const isTheirs = and(eq(employees.employeeId, courierId), eq(employees.plate, plate))
    await tx.update(employees).set({ plate: '' }).where(isTheirs)
  }
  for (const { courierId, plate, closed } of after) {
    if (!courierId || closed) continue
    await tx.update(employees).set({ plate }).where(eq(employees.employeeId, courierId))
  }
}

const digitsOf = (phone: string): string => phone.replace(/\D/g, '')

/** Frees numbers that move to another employee in the same import: two employees can swap numbers. */
async function releasePhones(
  tx: Transaction,
  before: Catalogue,
  given: readonly Catalogue['employees'][number][],
): Promise<void> {
  const wanted = new Map(given.map(({ phone, employeeId }) => [digitsOf(phone), employeeId]))
  const known = new Map(before.employees.map(({ employeeId, phone }) => [employeeId, digitsOf(phone)]))
  for (const [index, { employeeId }] of given.entries()) {
    const next = wanted.get(known.get(employeeId) ?? '')
    if (next === undefined || next === employeeId) continue
    // Longer than any valid number; only the digits have a unique index.
    const placeholder = `${'0'.repeat(30)}${index}`
    await tx.update(employees).set({ phone: placeholder }).where(eq(employees.employeeId, employeeId))
  }
}

/** Frees regions that move to another plan in the same import: two plans can swap. No foreign key refers to plans. */
async function releaseRegions(
  tx: Transaction,
  before: Catalogue,
  given: Catalogue['insurancePlans'],
): Promise<void> {
  const wanted = new Map(given.map(({ regionId, planId }) => [regionId, planId]))
  const moving = new Set(given.map(({ planId }) => planId))
  const freed = before.insurancePlans.filter(
    ({ planId, regionId }) => moving.has(planId) && (wanted.get(regionId) ?? planId) !== planId,
  )
  if (freed.length === 0) return
  const planIds = freed.map(({ planId }) => planId)
  await tx.delete(insurancePlans).where(inArray(insurancePlans.planId, planIds))
}

/** Yields to the event loop, because a large import has thousands of sites. */
async function searchTextsOf(places: Catalogue['sites']): Promise<string[]> {
  if (places.length === 0) return []
  const searchTextOf = await loadSearchTexts()
  const texts: string[] = []
  for (const [index, place] of places.entries()) {
    if (index % 100 === 0) await socketsRead()
    texts.push(searchTextOf(place))
  }
  return texts
}

/** Writes changed entries, and the copies of them in sites and couriers. */
export async function writeCatalogue(
  tx: Transaction,
  changedEntries: Catalogue,
  { before, after, now }: { before: Catalogue; after: Catalogue; now: Date },
): Promise<void> {
  const closedTime = ({ closed }: { closed: boolean }) => ({ closedTime: closed ? now : null })
  const rules = new Map(after.priceRules.map((rule) => [rule.priceRuleId, rule]))

  await upsert(
    tx,
    regions,
    [regions.regionId],
    changedEntries.regions.map(({ closed, ...row }) => ({ ...row, ...closedTime({ closed }) })),
  )
  await releaseRegions(tx, before, changedEntries.insurancePlans)
  await upsert(
    tx,
    insurancePlans,
    [insurancePlans.planId],
    changedEntries.insurancePlans.map(({ closed, ...row }) => ({ ...row, ...closedTime({ closed }) })),
  )
  await upsert(
    tx,
    priceRules,
    [priceRules.priceRuleId],
    changedEntries.priceRules.map((rule) => ({
      priceRuleId: rule.priceRuleId,
      rule: toRule(rule),
      ...closedTime(rule),
    })),
  )
  await copyRules(tx, changedEntries.priceRules)
  const searchTexts = await searchTextsOf(changedEntries.sites)
  await upsert(
    tx,
    sites,
    [sites.siteId],
    changedEntries.sites.map(({ closed, type, ...row }, index) => ({
      ...row,
      type: locationTypes[type],
      priceRule: toRule(rules.get(row.priceRuleId)!),
      searchText: searchTexts[index] ?? '',
      ...closedTime({ closed }),
    })),
  )
  await upsert(
    tx,
    serviceAreas,
    [serviceAreas.siteId, serviceAreas.regionId],
    changedEntries.serviceAreas.map(({ closed, ...row }) => ({ ...row, ...closedTime({ closed }) })),
  )
  await upsert(
    tx,
    qrCodes,
    [qrCodes.qrId],
    changedEntries.qrCodes.map(({ closed, ...row }) => ({ ...row, ...closedTime({ closed }) })),
  )
  await releasePhones(tx, before, changedEntries.employees)
  await upsert(
    tx,
    employees,
    [employees.employeeId],
    changedEntries.employees.map(({ closed, ...row }) => ({
      ...row,
      disableTime: closed ? now : null,
      createTime: now,
    })),
  )
  for (const { employeeId } of changedEntries.employees.filter(({ closed }) => closed)) {
    await endEmployeeAccess(tx, employeeId, now)
  }
  await upsert(
    tx,
    vehicles,
    [vehicles.vehicleId],
    changedEntries.vehicles.map(({ closed, ...row }) => ({ ...row, ...closedTime({ closed }) })),
  )
  await copyPlates(tx, before, changedEntries.vehicles)
  await upsert(
    tx,
    announcements,
    [announcements.announcementId],
    changedEntries.announcements.map(({ closed, from, until, ...row }) => ({
      ...row,
      fromTime: from === null ? null : new Date(from),
      untilTime: until === null ? null : new Date(until),
      createTime: now,
      ...closedTime({ closed }),
    })),
  )
  await upsert(
    tx,
    configuration,
    [configuration.key],
    changedEntries.configuration.map(({ closed, ...row }) => ({ ...row, ...closedTime({ closed }) })),
  )
  await upsert(
    tx,
    brands,
    [brands.brandId],
    changedEntries.brands.map(({ closed, from, ...row }) => ({
      ...row,
      fromTime: from === null ? null : new Date(from),
      ...closedTime({ closed }),
    })),
  )
}
