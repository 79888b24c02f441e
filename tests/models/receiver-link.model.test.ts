import { describeModel } from './harness.ts'
import { receiverLinkModel } from './receiver-link.model.ts'

describeModel(receiverLinkModel)
