import { describeModel } from './harness.ts'
import { notificationListModel } from './notification-list.model.ts'

describeModel(notificationListModel)
