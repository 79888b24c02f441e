import { describeModel } from './harness.ts'
import { photoModel } from './photo.model.ts'

describeModel(photoModel)
