import { describeModel } from './harness.ts'
import { orderListModel } from './order-list.model.ts'

describeModel(orderListModel)
