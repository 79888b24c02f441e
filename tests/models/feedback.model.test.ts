import { feedbackModel } from './feedback.model.ts'
import { describeModel } from './harness.ts'

describeModel(feedbackModel)
