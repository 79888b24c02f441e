import { describeModel } from './harness.ts'
import { tripModel } from './trip.model.ts'

describeModel(tripModel)
