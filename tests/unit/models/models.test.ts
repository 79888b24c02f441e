import { describeModel } from './harness.ts'
import { models } from './index.ts'

/** Machine ids, separated by commas; all by default. */
const chosen = process.env.HANDSFREE_MACHINES || models.map(({ name }) => name).join()

for (const { name, model } of models) if (chosen.split(',').includes(name)) describeModel(model)
