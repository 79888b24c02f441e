import { draftFormModel } from './draft-form.model.ts'
import { describeModel } from './harness.ts'

describeModel(draftFormModel)
