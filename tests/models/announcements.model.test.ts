import { announcementsModel } from './announcements.model.ts'
import { describeModel } from './harness.ts'

describeModel(announcementsModel)
