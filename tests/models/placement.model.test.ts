import { describeModel } from './harness.ts'
import { placementModel } from './placement.model.ts'

describeModel(placementModel)
