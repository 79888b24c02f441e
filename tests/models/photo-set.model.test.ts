import { describeModel } from './harness.ts'
import { photoSetModel } from './photo-set.model.ts'

describeModel(photoSetModel)
