import { errorCodes } from '../lib/error-codes.ts'
import { type Change, type EntryRef, type Fault, findDuplicates, isOpen } from './fault.ts'

const localizedNames = ({ name }: { name: Record<string, string> }) => Object.values(name)

export function* regionFaults({ after }: Change): Generator<Fault> {
  for (const [{ regionId }, other] of findDuplicates(after.regions.filter(isOpen), localizedNames)) {
    yield {
      about: [
        ['regions', regionId],
        ['regions', other.regionId],
      ],
      field: 'name',
      code: errorCodes.cityDuplicate,
      message: `is already the name of ${other.regionId}`,
    }
  }
}

export function* planFaults({ after }: Change): Generator<Fault> {
  const pair = (planId: string, other: string): EntryRef[] => [
    ['insurancePlans', planId],
    ['insurancePlans', other],
  ]
  for (const [{ planId }, other] of findDuplicates(after.insurancePlans, ({ regionId }) => [regionId])) {
    const message = `the region already has the plan ${other.planId}`
    yield { about: pair(planId, other.planId), field: 'regionId', code: errorCodes.insurancePlan, message }
  }
  for (const [{ planId }, other] of findDuplicates(after.insurancePlans.filter(isOpen), localizedNames)) {
    const message = `is already the name of ${other.planId}`
    const code = errorCodes.insurancePlanNameRepeat
    yield { about: pair(planId, other.planId), field: 'name', code, message }
  }
  const regions = new Set(after.regions.map(({ regionId }) => regionId))
  for (const { planId, regionId } of after.insurancePlans) {
    if (regions.has(regionId)) continue
    const about: EntryRef[] = [
      ['insurancePlans', planId],
      ['regions', regionId],
    ]
    yield {
      about,
      field: 'regionId',
      code: errorCodes.regionNotExists,
      message: `unknown region ${regionId}`,
    }
  }
}

/** Only `Region/City` names. Abbreviations are ambiguous: CST is Chicago for `Intl`, and `Etc/GMT+8` is behind UTC. */
const isNamedByCity = (timeZone: string): boolean => /^(?!Etc\/)[A-Za-z]+\/\w/.test(timeZone)

/** Typical spreadsheet placeholders for a location. Existing sites may keep their zone. */
function* locationFaults({ before, after }: Change): Generator<Fault> {
  const formerZones = new Map(before.sites.map(({ siteId, timeZone }) => [siteId, timeZone]))
  for (const { siteId, timeZone, latitude, longitude } of after.sites) {
    const own = { about: [['sites', siteId]] as EntryRef[], code: errorCodes.paramError }
    if (!isNamedByCity(timeZone) && formerZones.get(siteId) !== timeZone) {
      const message = `${timeZone} is ambiguous; use a city, such as Asia/Shanghai`
      yield { ...own, field: 'timeZone', message }
    }
    if (latitude === 0 && longitude === 0) {
      const message =
        '0, 0 is in the Atlantic; enter the place’s coordinates, such as latitude 31.3117, longitude 120.6295'
      yield { ...own, field: 'latitude', message }
    }
  }
}

export function* siteFaults(change: Change): Generator<Fault> {
  yield* locationFaults(change)
  const { after } = change
  const regions = new Map(after.regions.map((region) => [region.regionId, region]))
  const plans = new Map(after.insurancePlans.map((plan) => [plan.regionId, plan]))
  const rules = new Map(after.priceRules.map((rule) => [rule.priceRuleId, rule]))
  for (const { siteId, regionId, priceRuleId, closed } of after.sites) {
    const own: EntryRef = ['sites', siteId]
    const regionRef: EntryRef = ['regions', regionId]
    const ruleRef: EntryRef = ['priceRules', priceRuleId]
    const region = regions.get(regionId)
    const rule = rules.get(priceRuleId)
    const plan = plans.get(regionId)
    const regionFault = { about: [own, regionRef], field: 'regionId' }
    const ruleFault = { about: [own, ruleRef], field: 'priceRuleId' }
    if (!region)
      yield { ...regionFault, code: errorCodes.regionNotExists, message: `unknown region ${regionId}` }
    if (!rule) {
      yield {
        ...ruleFault,
        code: errorCodes.billingRuleNotFound,
        message: `unknown price rule ${priceRuleId}`,
      }
    }
    if (closed || !region || !rule) continue
    if (region.closed) {
      yield { ...regionFault, code: errorCodes.regionIdInvalid, message: `region ${regionId} is closed` }
    }
    if (rule.closed) {
      yield {
        ...ruleFault,
        code: errorCodes.billingRuleNotFound,
        message: `price rule ${priceRuleId} is closed`,
      }
    }
    const planRefs: EntryRef[] = plan ? [['insurancePlans', plan.planId]] : []
    if (!plan || plan.closed) {
      yield {
        about: [own, ...planRefs, regionRef],
        field: 'regionId',
        code: errorCodes.insuranceNotExists,
        message: `region ${regionId} has no insurance plan`,
      }
    } else if (rule.currency !== plan.currency) {
      yield {
        about: [own, ruleRef, ...planRefs],
        field: 'priceRuleId',
        code: errorCodes.insurancePlan,
        message: `is priced in ${rule.currency}, but its region’s insurance plan in ${plan.currency}`,
      }
    }
  }
}

export function* areaFaults({ after }: Change): Generator<Fault> {
  const regions = new Map(after.regions.map((region) => [region.regionId, region]))
  const sites = new Set(after.sites.map(({ siteId }) => siteId))
  for (const { siteId, regionId, closed } of after.serviceAreas) {
    const own: EntryRef = ['serviceAreas', `${siteId}/${regionId}`]
    if (!sites.has(siteId)) {
      const about: EntryRef[] = [own, ['sites', siteId]]
      yield { about, field: 'siteId', code: errorCodes.siteNotExists, message: `unknown site ${siteId}` }
    }
    const region = regions.get(regionId)
    const field = 'regionId'
    if (!region) {
      const about: EntryRef[] = [own, ['regions', regionId]]
      yield { about, field, code: errorCodes.regionNotExists, message: `unknown region ${regionId}` }
    } else if (region.closed && !closed) {
      const message = `region ${regionId} is closed`
      yield { about: [own], field, code: errorCodes.regionIdInvalid, message }
    }
  }
}

export function* qrCodeFaults({ before, after }: Change): Generator<Fault> {
  const sites = new Set(after.sites.map(({ siteId }) => siteId))
  const siteBefore = new Map(before.qrCodes.map(({ qrId, siteId }) => [qrId, siteId]))
  for (const { qrId, siteId } of after.qrCodes) {
    const own: EntryRef = ['qrCodes', qrId]
    const formerSiteId = siteBefore.get(qrId) ?? siteId
    if (!sites.has(siteId)) {
      const about: EntryRef[] = [own, ['sites', siteId]]
      yield { about, field: 'siteId', code: errorCodes.siteNotExists, message: `unknown site ${siteId}` }
    } else if (formerSiteId !== siteId) {
      const message = `the code belongs to ${formerSiteId}; close it and add another`
      yield { about: [own], field: 'siteId', code: errorCodes.qrBindExists, message }
    }
  }
  for (const [{ qrId }, other] of findDuplicates(after.qrCodes, (code) => [code.qrId.toLowerCase()])) {
    const about: EntryRef[] = [
      ['qrCodes', qrId],
      ['qrCodes', other.qrId],
    ]
    const message = `differs from ${other.qrId} only in case`
    yield { about, field: 'qrId', code: errorCodes.qrBindExists, message }
  }
}
