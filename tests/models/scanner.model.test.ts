import { describeModel } from './harness.ts'
import { scannerModel } from './scanner.model.ts'

describeModel(scannerModel)
