import { devicesModel } from './devices.model.ts'
import { describeModel } from './harness.ts'

describeModel(devicesModel)
