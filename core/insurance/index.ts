import type { CallResult } from '../api/contract/call.ts'
import { getInsurance } from '../api/contract/site.ts'
import type { App } from '../app.ts'
import { createReading, type ReadingActor } from '../reading/create-reading.ts'

/** A region's insurance plan and what we commit to. */
export type Insurance = CallResult<typeof getInsurance>

/** Reads the insurance of a region; not there for a region without a plan (7004) or none at all (7006). Not started yet. */
export const createInsurance = (app: App, regionId: string): ReadingActor<Insurance> =>
  createReading(app, (signal) => app.api.call(getInsurance, { params: { regionId } }, { signal }))
