import { describeModel } from './harness.ts'
import { returnModel } from './return.model.ts'

describeModel(returnModel)
