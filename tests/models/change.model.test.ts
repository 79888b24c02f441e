import { changeModel } from './change.model.ts'
import { describeModel } from './harness.ts'

describeModel(changeModel)
