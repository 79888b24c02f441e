/** Compares the named machines with their reviewed tables only; fails if they differ. */
import { models } from './index.ts'
import { lifecycleMoves } from './lifecycle.model.ts'
import { faultOf, movesOf } from './moves.ts'

for (const name of process.argv.slice(2)) {
  const model = models.find((entry) => entry.name === name)?.model
  const fault = faultOf(name, (model ? movesOf(model) : lifecycleMoves()).table())
  if (fault === '') continue
  console.log(fault)
  process.exitCode = 1
}
