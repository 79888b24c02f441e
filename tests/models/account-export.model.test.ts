import { accountExportModel } from './account-export.model.ts'
import { describeModel } from './harness.ts'

describeModel(accountExportModel)
