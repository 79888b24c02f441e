import { describeModel } from './harness.ts'
import { realtimeModel } from './realtime.model.ts'

describeModel(realtimeModel)
