import { describeModel } from './harness.ts'
import { notificationModel } from './notification.model.ts'

describeModel(notificationModel)
