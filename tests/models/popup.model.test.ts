import { describeModel } from './harness.ts'
import { popupModel } from './popup.model.ts'

describeModel(popupModel)
