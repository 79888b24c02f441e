import { describeModel } from './harness.ts'
import { savedModel } from './saved.model.ts'

describeModel(savedModel)
