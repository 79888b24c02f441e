import { accountDeletionModel } from './account-deletion.model.ts'
import { describeModel } from './harness.ts'

describeModel(accountDeletionModel)
