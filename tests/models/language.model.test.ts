import { describeModel } from './harness.ts'
import { languageModel } from './language.model.ts'

describeModel(languageModel)
