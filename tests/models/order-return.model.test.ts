import { describeModel } from './harness.ts'
import { orderReturnModel } from './order-return.model.ts'

describeModel(orderReturnModel)
