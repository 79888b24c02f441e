import { describeModel } from './harness.ts'
import { orderDetailModel } from './order-detail.model.ts'

describeModel(orderDetailModel)
