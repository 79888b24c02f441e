import { describeModel } from './harness.ts'
import { profileModel } from './profile.model.ts'

describeModel(profileModel)
