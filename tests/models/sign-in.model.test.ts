import { describeModel } from './harness.ts'
import { signInModel } from './sign-in.model.ts'

describeModel(signInModel)
