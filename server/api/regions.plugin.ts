import { getInsurance } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { and, eq, isNull } from 'drizzle-orm'
import { contactPhone } from '../domain/catalogue/contact-phone.ts'
import { findInsurancePlan } from '../domain/regions/insurance.ts'
import { regions } from '../domain/regions/regions.table.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const regionsPlugin: DomainPlugin = (app, services) => {
  route(app, services, getInsurance, async ({ tx, params, locale }) => {
    const [region] = await tx
      .select()
      .from(regions)
      .where(and(eq(regions.regionId, params.regionId), isNull(regions.closedTime)))
    if (!region) throw new ApiError(errorCodes.regionNotExists, 'unknown region')
    const plan = await findInsurancePlan(tx, region.regionId, locale)
    if (!plan) throw new ApiError(errorCodes.insuranceNotExists, 'the region has no insurance plan')
    return {
      region: { regionId: region.regionId, name: region.name[locale] },
      plan,
      serviceCommitment: {
        claimStartsWithinHours: policy.claimStartHours,
        complaintResponseWithinHours: policy.complaintResponseHours,
        hotlineHours: policy.hotlineHours,
        phone: await contactPhone(tx, services.settings),
      },
    }
  })
}
