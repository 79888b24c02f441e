import { destinationModel } from './destination.model.ts'
import { describeModel } from './harness.ts'

describeModel(destinationModel)
