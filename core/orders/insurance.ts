import type { App } from '../app.ts'
import type { CallResult } from '../contract/call.ts'
import { getInsurance } from '../contract/site.ts'
import { createReading, type ReadingActor } from '../realtime/create-reading.ts'

/** A region's insurance plan and our service commitment. */
export type Insurance = CallResult<typeof getInsurance>

/** Reads the insurance of a region; not found for a region without a plan (7004) or an unknown one. Created, not started. */
export const createInsurance = (app: App, regionId: string): ReadingActor<Insurance> =>
  createReading(app, getInsurance, { params: { regionId } })
