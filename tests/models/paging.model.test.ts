import { describeModel } from './harness.ts'
import { pagingModel } from './paging.model.ts'

describeModel(pagingModel)
