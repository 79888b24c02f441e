import { authModel } from './auth.model.ts'
import { describeModel } from './harness.ts'

describeModel(authModel)
