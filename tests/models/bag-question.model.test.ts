import { bagQuestionModel } from './bag-question.model.ts'
import { describeModel } from './harness.ts'

describeModel(bagQuestionModel)
