import { describeModel } from './harness.ts'
import { textMessageModel } from './text-message.model.ts'

describeModel(textMessageModel)
