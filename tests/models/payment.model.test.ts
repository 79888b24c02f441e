import { describeModel } from './harness.ts'
import { paymentModel } from './payment.model.ts'

describeModel(paymentModel)
