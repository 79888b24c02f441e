import { describeModel } from './harness.ts'
import { refundModel } from './refund.model.ts'

describeModel(refundModel)
