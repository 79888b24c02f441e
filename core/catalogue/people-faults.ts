import { errorCodes } from '../lib/error-codes.ts'
import { sortKeys } from './entries.ts'
import { type Change, type EntryRef, type Fault, findDuplicates, isOpen } from './fault.ts'

const digits = (phone: string): string => phone.replace(/\D/g, '')

export function* employeeFaults({ before, after }: Change): Generator<Fault> {
  const sites = new Set(after.sites.map(({ siteId }) => siteId))
  const regions = new Set(after.regions.filter(isOpen).map(({ regionId }) => regionId))
  const roleBefore = new Map(before.employees.map(({ employeeId, role }) => [employeeId, role]))
  for (const { employeeId, role, siteId, regionId, closed } of after.employees) {
    const employeeRef: EntryRef = ['employees', employeeId]
    const formerRole = roleBefore.get(employeeId) ?? role
    if (formerRole !== role) {
      const message = `is ${formerRole} and can’t change; add another employee`
      yield { about: [employeeRef], field: 'role', code: errorCodes.userStateError, message }
    }
    const siteFault = { field: 'siteId', code: errorCodes.employeeLocationNotExists }
    if (role === 'site' && (siteId === null || !sites.has(siteId))) {
      const about: EntryRef[] = siteId === null ? [employeeRef] : [employeeRef, ['sites', siteId]]
      yield { ...siteFault, about, message: `unknown site ${siteId ?? ''}`.trim() }
    }
    if (role !== 'site' && siteId !== null) {
      yield { ...siteFault, about: [employeeRef], message: 'only employees with the role site have a site' }
    }
    const regionFault = { field: 'regionId', code: errorCodes.employeeRegionNotExists }
    if (role !== 'courier' && regionId !== null) {
      yield { ...regionFault, about: [employeeRef], message: 'only couriers have a region' }
    } else if (!closed && regionId !== null && !regions.has(regionId)) {
      const about: EntryRef[] = [employeeRef, ['regions', regionId]]
      yield { ...regionFault, about, message: `unknown or closed region ${regionId}` }
    }
  }
  for (const [{ employeeId }, other] of findDuplicates(after.employees, ({ phone }) => [digits(phone)])) {
    const about: EntryRef[] = [
      ['employees', employeeId],
      ['employees', other.employeeId],
    ]
    const message = `is already the phone of ${other.employeeId}`
    yield { about, field: 'phone', code: errorCodes.employeePhoneRepeat, message }
  }
}

export function* vehicleFaults({ after }: Change): Generator<Fault> {
  const couriers = new Set(
    after.employees.filter(({ role }) => role === 'courier').map(({ employeeId }) => employeeId),
  )
  const openVehicles = after.vehicles.filter(isOpen)
  for (const { vehicleId, courierId } of openVehicles) {
    if (courierId === null || couriers.has(courierId)) continue
    const about: EntryRef[] = [
      ['vehicles', vehicleId],
      ['employees', courierId],
    ]
    yield {
      about,
      field: 'courierId',
      code: errorCodes.userNotExists,
      message: `unknown courier ${courierId}`,
    }
  }
  const pair = (vehicleId: string, other: string): EntryRef[] => [
    ['vehicles', vehicleId],
    ['vehicles', other],
  ]
  const code = errorCodes.carActivatedByOthers
  for (const [{ vehicleId }, other] of findDuplicates(openVehicles, ({ plate }) => [plate])) {
    const message = `is already the plate of ${other.vehicleId}`
    yield { about: pair(vehicleId, other.vehicleId), field: 'plate', code, message }
  }
  const drivers = findDuplicates(openVehicles, ({ courierId }) => (courierId ? [courierId] : []))
  for (const [{ vehicleId, courierId }, other] of drivers) {
    const message = `${courierId} already drives ${other.vehicleId}`
    yield { about: pair(vehicleId, other.vehicleId), field: 'courierId', code, message }
  }
}

export function* announcementFaults({ after }: Change): Generator<Fault> {
  const regions = new Set(after.regions.map(({ regionId }) => regionId))
  for (const { announcementId, regionId, closed } of after.announcements) {
    if (closed || regionId === null || regions.has(regionId)) continue
    const about: EntryRef[] = [
      ['announcements', announcementId],
      ['regions', regionId],
    ]
    yield {
      about,
      field: 'regionId',
      code: errorCodes.regionNotExists,
      message: `unknown region ${regionId}`,
    }
  }
  const sites = new Set(after.sites.map(({ siteId }) => siteId))
  for (const { announcementId, siteId, closed } of after.announcements) {
    if (closed || siteId === null || sites.has(siteId)) continue
    const about: EntryRef[] = [
      ['announcements', announcementId],
      ['sites', siteId],
    ]
    yield { about, field: 'siteId', code: errorCodes.siteNotExists, message: `unknown site ${siteId}` }
  }
}

/** Differences of a brand that keep its version. */
const keptFields = ['from', 'closed']

export function* brandFaults({ before, after }: Change): Generator<Fault> {
  const former = new Map(before.brands.map((brand) => [brand.brandId, brand]))
  const contentOf = (brand: object) =>
    JSON.stringify(brand, (key, value) => (keptFields.includes(key) ? undefined : sortKeys(value)))
  for (const brand of after.brands) {
    const { brandId } = brand
    const open = former.get(brandId)
    if (!open || open.closed || contentOf(open) === contentOf(brand)) continue
    const message = `${brandId} is in use; add the new version with its own brandId, so that you can go back to ${brandId}`
    yield { about: [['brands', brandId]], field: 'brandId', code: errorCodes.paramError, message }
  }
  const startOf = ({ from }: { from: string | null }) => [String(from && Date.parse(from))]
  for (const [{ brandId, from }, other] of findDuplicates(after.brands.filter(isOpen), startOf)) {
    const about: EntryRef[] = [
      ['brands', brandId],
      ['brands', other.brandId],
    ]
    const time = from === null ? 'has no time under from, like' : 'begins at the same time as'
    const message = `${time} ${other.brandId}; enter when it begins, such as 2027-02-01T00:00:00+08:00`
    yield { about, field: 'from', code: errorCodes.paramError, message }
  }
}
