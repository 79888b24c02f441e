import { handoverModel } from './handover.model.ts'
import { describeModel } from './harness.ts'

describeModel(handoverModel)
