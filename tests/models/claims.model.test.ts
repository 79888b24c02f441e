import { claimsModel } from './claims.model.ts'
import { describeModel } from './harness.ts'

describeModel(claimsModel)
