import { describeModel } from './harness.ts'
import { orderChangeModel } from './order-change.model.ts'

describeModel(orderChangeModel)
