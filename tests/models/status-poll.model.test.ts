import { describeModel } from './harness.ts'
import { statusPollModel } from './status-poll.model.ts'

describeModel(statusPollModel)
