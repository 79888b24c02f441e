import { describeModel } from './harness.ts'
import { paymentSessionModel } from './payment-session.model.ts'

describeModel(paymentSessionModel)
