import { describeModel } from './harness.ts'
import { sharedLineModel } from './shared-line.model.ts'

describeModel(sharedLineModel)
