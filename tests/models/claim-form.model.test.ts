import { claimFormModel } from './claim-form.model.ts'
import { describeModel } from './harness.ts'

describeModel(claimFormModel)
