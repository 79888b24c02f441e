import { cameraModel } from './camera.model.ts'
import { describeModel } from './harness.ts'

describeModel(cameraModel)
