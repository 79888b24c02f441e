import { errorCodes, getInsurance } from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import { ApiError } from '../http/api-error.ts'
import type { DomainPlugin } from '../http/domain.ts'
import { route } from '../http/route.ts'
import { findInsurancePlan } from './insurance.ts'
import { regions } from './regions.table.ts'

export const regionsPlugin: DomainPlugin = (app, services) => {
  route(app, services, getInsurance, async ({ tx, params, locale }) => {
    const [region] = await tx.select().from(regions).where(eq(regions.regionId, params.regionId))
    if (!region) throw new ApiError(errorCodes.regionNotExists, 'region does not exist')
    const plan = await findInsurancePlan(tx, region.regionId, locale)
    if (!plan) throw new ApiError(errorCodes.insuranceNotExists, 'the region has no insurance plan')
    return {
      region: { regionId: region.regionId, name: region.name[locale] },
      plan,
      serviceCommitment: {
        claimStartsWithinHours: policy.claimStartHours,
        complaintResponseWithinHours: policy.complaintResponseHours,
        hotlineHours: policy.hotlineHours,
        phone: services.settings.hotline,
      },
    }
  })
}
