import { claimCaseModel } from './claim-case.model.ts'
import { describeModel } from './harness.ts'

describeModel(claimCaseModel)
