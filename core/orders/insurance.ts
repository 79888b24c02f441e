import type { App } from '../app.ts'
import type { CallResult } from '../contract/call.ts'
import { getInsurance } from '../contract/site.ts'
import { createReading, type ReadingActor } from '../realtime/create-reading.ts'

export type Insurance = CallResult<typeof getInsurance>

/** Reads a region's insurance. Not found for an unknown region or one without a plan (7004). Created, not started. */
export const createInsurance = (app: App, regionId: string): ReadingActor<Insurance> =>
  createReading(app, getInsurance, { params: { regionId } })
