import { describeModel } from './harness.ts'
import { resourceModel } from './resource.model.ts'

describeModel(resourceModel)
