import { describeModel } from './harness.ts'
import { readingModel } from './reading.model.ts'

describeModel(readingModel)
