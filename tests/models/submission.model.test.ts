import { describeModel } from './harness.ts'
import { submissionModel } from './submission.model.ts'

describeModel(submissionModel)
