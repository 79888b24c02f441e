import type { Catalogue, CatalogueKind } from '../api/contract/index.ts'
import { catalogueKinds } from '../api/contract/index.ts'
import { type ErrorCode, errorCodes } from '../api/error-codes.ts'
import { entryId, mergeCatalogue } from './entries.ts'

/** An entry that does not fit the others. */
export type CatalogueIssue = {
  kind: CatalogueKind
  id: string
  field: string
  code: ErrorCode
  message: string
}

type Fault = Omit<CatalogueIssue, 'kind' | 'id'> & {
  /** The entry that is wrong, then those that it refers to: a change of one of them may be what broke it. */
  entries: [kind: CatalogueKind, id: string][]
}

const digits = (phone: string): string => phone.replace(/\D/g, '')

/** Values that more than one entry has, each with all but the first of its entries. */
function repeated<Entry>(
  entries: readonly Entry[],
  keysOf: (entry: Entry) => readonly string[],
): [Entry, Entry][] {
  const first = new Map<string, Entry>()
  return entries.flatMap((entry): [Entry, Entry][] => {
    const others = keysOf(entry).flatMap((key) => first.get(key) ?? [])
    for (const key of keysOf(entry)) if (!first.has(key)) first.set(key, entry)
    return others.slice(0, 1).map((other) => [entry, other])
  })
}

const isOpen = ({ closed }: { closed: boolean }) => !closed

function faultsOf(current: Catalogue, merged: Catalogue): Fault[] {
  const regions = new Map(merged.regions.map((region) => [region.regionId, region]))
  const plans = new Map(merged.insurancePlans.map((plan) => [plan.regionId, plan]))
  const rules = new Map(merged.priceRules.map((rule) => [rule.priceRuleId, rule]))
  const sites = new Map(merged.sites.map((site) => [site.siteId, site]))
  const employees = new Map(merged.employees.map((employee) => [employee.employeeId, employee]))
  const {
    regionNotExists,
    regionIdInvalid,
    cityDuplicate,
    insurancePlan,
    insurancePlanNameRepeat,
    insuranceNotExists,
    billingRuleNotFound,
    siteNotExists,
    qrBindExists,
    employeePhoneRepeat,
    employeeLocationNotExists,
    userNotExists,
    userStateError,
    carActivatedByOthers,
  } = errorCodes

  const faults: Fault[] = []
  const add = (
    entries: Fault['entries'],
    isWrong: boolean,
    field: string,
    code: ErrorCode,
    message: string,
  ): boolean => {
    if (isWrong) faults.push({ entries, field, code, message })
    return isWrong
  }

  const names = ({ name }: { name: Record<string, string> }) => Object.values(name)
  for (const [one, other] of repeated(merged.regions.filter(isOpen), names))
    add(
      [
        ['regions', one.regionId],
        ['regions', other.regionId],
      ],
      true,
      'name',
      cityDuplicate,
      `has the name of ${other.regionId}`,
    )

  for (const [one, other] of repeated(merged.insurancePlans, ({ regionId }) => [regionId]))
    add(
      [
        ['insurancePlans', one.planId],
        ['insurancePlans', other.planId],
      ],
      true,
      'regionId',
      insurancePlan,
      `is of the region of ${other.planId}`,
    )
  for (const [one, other] of repeated(merged.insurancePlans.filter(isOpen), names))
    add(
      [
        ['insurancePlans', one.planId],
        ['insurancePlans', other.planId],
      ],
      true,
      'name',
      insurancePlanNameRepeat,
      `has the name of ${other.planId}`,
    )
  for (const { planId, regionId } of merged.insurancePlans)
    add(
      [['insurancePlans', planId]],
      !regions.has(regionId),
      'regionId',
      regionNotExists,
      `no region ${regionId}`,
    )

  for (const site of merged.sites) {
    const { siteId, regionId, priceRuleId } = site
    const own: Fault['entries'][0] = ['sites', siteId]
    const region = regions.get(regionId)
    const rule = rules.get(priceRuleId)
    const plan = plans.get(regionId)
    if (add([own], !region, 'regionId', regionNotExists, `no region ${regionId}`)) continue
    if (add([own], !rule, 'priceRuleId', billingRuleNotFound, `no price rule ${priceRuleId}`)) continue
    if (site.closed) continue
    const [ofRegion, ofRule]: Fault['entries'] = [
      ['regions', regionId],
      ['priceRules', priceRuleId],
    ]
    add(
      [own, ofRegion!],
      region?.closed === true,
      'regionId',
      regionIdInvalid,
      `region ${regionId} is closed`,
    )
    add(
      [own, ofRule!],
      rule?.closed === true,
      'priceRuleId',
      billingRuleNotFound,
      `price rule ${priceRuleId} is closed`,
    )
    const ofPlan: Fault['entries'] = plan ? [['insurancePlans', plan.planId]] : []
    const isUnplanned = add(
      [own, ...ofPlan, ofRegion!],
      !plan || plan.closed,
      'regionId',
      insuranceNotExists,
      `region ${regionId} has no insurance plan`,
    )
    if (!isUnplanned)
      add(
        [own, ofRule!, ...ofPlan],
        rule?.currency !== plan?.currency,
        'priceRuleId',
        insurancePlan,
        `is priced in ${rule?.currency}, its region’s insurance plan in ${plan?.currency}`,
      )
  }

  for (const { siteId, regionId, closed } of merged.serviceAreas) {
    const own: Fault['entries'] = [['serviceAreas', `${siteId}/${regionId}`]]
    add(own, !sites.has(siteId), 'siteId', siteNotExists, `no site ${siteId}`)
    const region = regions.get(regionId)
    if (add(own, !region, 'regionId', regionNotExists, `no region ${regionId}`)) continue
    add(own, !closed && region?.closed === true, 'regionId', regionIdInvalid, `region ${regionId} is closed`)
  }

  const codesBefore = new Map(current.qrCodes.map((code) => [code.qrId, code]))
  for (const { qrId, siteId } of merged.qrCodes) {
    const own: Fault['entries'] = [['qrCodes', qrId]]
    const before = codesBefore.get(qrId)
    if (add(own, !sites.has(siteId), 'siteId', siteNotExists, `no site ${siteId}`)) continue
    const isMoved = before !== undefined && before.siteId !== siteId
    add(own, isMoved, 'siteId', qrBindExists, `the code is of ${before?.siteId}: close it, and make another`)
  }
  for (const [one, other] of repeated(merged.qrCodes, ({ qrId }) => [qrId.toLowerCase()]))
    add(
      [
        ['qrCodes', one.qrId],
        ['qrCodes', other.qrId],
      ],
      true,
      'qrId',
      qrBindExists,
      `differs from ${other.qrId} in its case alone`,
    )

  const rolesBefore = new Map(current.employees.map(({ employeeId, role }) => [employeeId, role]))
  for (const { employeeId, role, siteId } of merged.employees) {
    const own: Fault['entries'] = [['employees', employeeId]]
    const before = rolesBefore.get(employeeId)
    add(own, before !== undefined && before !== role, 'role', userStateError, `is ${before}: the role stays`)
    const isLost = role === 'site' ? siteId === null || !sites.has(siteId) : siteId !== null
    const message = role === 'site' ? `no site ${siteId ?? ''}`.trim() : 'only site workers have a site'
    add(own, isLost, 'siteId', employeeLocationNotExists, message)
  }
  for (const [one, other] of repeated(merged.employees, ({ phone }) => [digits(phone)]))
    add(
      [
        ['employees', one.employeeId],
        ['employees', other.employeeId],
      ],
      true,
      'phone',
      employeePhoneRepeat,
      `is the phone of ${other.employeeId}`,
    )

  const driven = merged.vehicles.filter(isOpen)
  for (const { vehicleId, courierId } of driven) {
    const isUnknown = courierId !== null && employees.get(courierId)?.role !== 'courier'
    add([['vehicles', vehicleId]], isUnknown, 'courierId', userNotExists, `no courier ${courierId}`)
  }
  for (const [one, other] of repeated(driven, ({ plate }) => [plate]))
    add(
      [
        ['vehicles', one.vehicleId],
        ['vehicles', other.vehicleId],
      ],
      true,
      'plate',
      carActivatedByOthers,
      `is the plate of ${other.vehicleId}`,
    )
  for (const [one, other] of repeated(driven, ({ courierId }) => (courierId ? [courierId] : [])))
    add(
      [
        ['vehicles', one.vehicleId],
        ['vehicles', other.vehicleId],
      ],
      true,
      'courierId',
      carActivatedByOthers,
      `drives ${other.vehicleId}`,
    )

  for (const { announcementId, regionId, closed } of merged.announcements) {
    const isUnknown = !closed && regionId !== null && !regions.has(regionId)
    add([['announcements', announcementId]], isUnknown, 'regionId', regionNotExists, `no region ${regionId}`)
  }
  return faults
}

/**
 * Entries among the given ones that would not fit the catalogue, in the order of its kinds. What was wrong before, and
 * is not touched, counts for nothing.
 */
export function checkCatalogue(current: Catalogue, given: Catalogue): CatalogueIssue[] {
  const touched = new Set(
    catalogueKinds.flatMap((kind) => given[kind].map((entry) => `${kind} ${entryId(kind, entry)}`)),
  )
  return faultsOf(current, mergeCatalogue(current, given)).flatMap(({ entries, ...fault }) => {
    const found = entries.find(([kind, id]) => touched.has(`${kind} ${id}`))
    return found ? [{ kind: found[0], id: found[1], ...fault }] : []
  })
}
