import { describeModel } from './harness.ts'
import { models } from './index.ts'

/** Ids of machines, separated by commas; empty for all. */
const chosen = process.env.HANDSFREE_MACHINES || models.map(({ name }) => name).join()

for (const { name, model } of models) if (chosen.split(',').includes(name)) describeModel(model)
