import { describeModel } from './harness.ts'
import { siteSearchModel } from './site-search.model.ts'

describeModel(siteSearchModel)
